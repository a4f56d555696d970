import Testing
import TransitionKit

/// Parameters as those who write Swift set them.
@Suite struct PropertyTests {
  /// The properties that hold the parameters of each filter, in their order: public, or this file
  /// would not compile.
  private static var properties: [String: [AnyKeyPath]] {
    [
      "accordionfold": [
        \AccordionFoldTransition.bottomHeight, \AccordionFoldTransition.numberOfFolds,
        \AccordionFoldTransition.foldShadowAmount,
      ],
      "barsswipe": [
        \BarsSwipeTransition.angle, \BarsSwipeTransition.width, \BarsSwipeTransition.barOffset,
      ],
      "copymachine": [
        \CopyMachineTransition.angle, \CopyMachineTransition.width, \CopyMachineTransition.color,
        \CopyMachineTransition.extent, \CopyMachineTransition.opacity,
      ],
      "disintegratewithmask": [
        \DisintegrateWithMaskTransition.shadowOffset, \DisintegrateWithMaskTransition.shadowDensity,
        \DisintegrateWithMaskTransition.shadowRadius, \DisintegrateWithMaskTransition.maskImage,
      ],
      "dissolve": [],
      "flash": [
        \FlashTransition.striationStrength, \FlashTransition.color, \FlashTransition.extent,
        \FlashTransition.fadeThreshold, \FlashTransition.center, \FlashTransition.striationContrast,
        \FlashTransition.maxStriationRadius,
      ],
      "maskwipe": [
        \MaskWipeTransition.maskImage, \MaskWipeTransition.softness, \MaskWipeTransition.angle,
        \MaskWipeTransition.center, \MaskWipeTransition.repeat, \MaskWipeTransition.invert,
      ],
      "mod": [
        \ModTransition.angle, \ModTransition.compression, \ModTransition.center,
        \ModTransition.radius,
      ],
      "pagecurl": [
        \PageCurlTransition.angle, \PageCurlTransition.extent, \PageCurlTransition.radius,
        \PageCurlTransition.backsideImage, \PageCurlTransition.shadingImage,
      ],
      "pagecurlwithshadow": [
        \PageCurlWithShadowTransition.angle, \PageCurlWithShadowTransition.extent,
        \PageCurlWithShadowTransition.radius, \PageCurlWithShadowTransition.backsideImage,
        \PageCurlWithShadowTransition.shadowExtent, \PageCurlWithShadowTransition.shadowAmount,
        \PageCurlWithShadowTransition.shadowSize,
      ],
      "ripple": [
        \RippleTransition.width, \RippleTransition.extent, \RippleTransition.scale,
        \RippleTransition.center, \RippleTransition.shadingImage,
      ],
      "swipe": [
        \SwipeTransition.angle, \SwipeTransition.width, \SwipeTransition.color,
        \SwipeTransition.extent, \SwipeTransition.opacity,
      ],
    ]
  }

  @Test(arguments: Transitions.all)
  func `hold each parameter of a filter under its own name`(filter: Filter) {
    let names = Set(Mirror(reflecting: filter.makeTransition()).children.compactMap(\.label))
    for parameter in filter.parameters {
      #expect(names.contains(parameter.name), "\(parameter.name)")
    }
    #expect(Self.properties[filter.alias]?.count == filter.parameters.count)
  }

  @Test func `keep the number that they are given, which frames bring into its domain`() {
    var fold = AccordionFoldTransition()
    for (given, used) in [(0.5, 1), (.infinity, 50), (.nan, 3), (7, 7)] as [(Float, Float)] {
      fold.numberOfFolds = given
      #expect(fold.numberOfFolds == given || given.isNaN)
      #expect(fold.clamped.numberOfFolds == used)
      #expect(fold.value(of: "numberOfFolds")?.text == used.shortest)
    }
    var curl = PageCurlTransition()
    curl.extent = Rect(x: .nan, y: 0, width: 9, height: 9)
    #expect(curl.clamped.extent == nil)
  }
}

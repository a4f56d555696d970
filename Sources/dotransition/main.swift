internal import Foundation
internal import TransitionCommand

exit(Tool.run())

internal import Foundation
internal import TransitionCommand

exit(Tool.run(Array(CommandLine.arguments.dropFirst())))

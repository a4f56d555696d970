internal import CLibrary
internal import TransitionCommand

exit(Tool.run())

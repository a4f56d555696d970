extension Help {
  /// The word after `--help` that asks for ``agents``.
  static let agentsTopic = "agents"

  /// `Documentation/agents.md`, which an installed program has with it.
  static let agents = #"""
    # For agents and scripts

    How a program plans a show, checks it and renders it, in five calls. All work on one list, none asks a
    question, and stdout holds nothing but what was asked for. `dotransition --help agents` prints this page.

    A list has a line for each picture, film or color, in the order of the show, with options of that item and
    of the way to the next one. Lines that begin with an option are for the whole show:

    ```sh
    cat >show.list <<'END'
    --size 1280x720 --hold 3s --duration 1s
    first.jpg  --transition push:angle=90deg
    last.jpg   --transition iris --duration 1.5s --caption "The harbor"
    black      --hold 1s
    END
    ```

    A word with blanks stands in quotes, `"` or `'`. In a text `\n` is a line break, `\\` a backslash, and
    `{{` and `}}` are braces, since `{description}` and other fields are filled in from the picture. An option of films
    on a line for the whole show, such as `--music`, has no effect on an output that is no film; a remark says so.

    ## 1. What there is

    ```sh
    dotransition -l
    dotransition --filterproperties push >push.json
    ```

    `-l` prints the names of the transitions on one line, but for masks, xfade's names and `cut`, which `-l -v`
    lists, too. Use the short names, `swipe` for `CISwipeTransition`: their defaults suit every size, Core Image's
    are in pixels. `--filterproperties NAME` prints what can be set (shortened here, as all JSON on this page):

    ```json
    {"cifiltername": "push", "cifilterproperties": [
      {"cifilterkey": "angle", "option": "--set angle=", "type": "number", "unit": "radians", "min": -3.14, "max": 3.14, "default": 0}]}
    ```

    After a transition's name a parameter is `:angle=90deg`. A color, point or list of numbers is written as
    `1,0.5,0`; a length may be a part of the frame, `40%`.

    ## 2. The plan

    ```sh
    dotransition @show.list -o show.mp4 --dry-run --json >plan.json
    ```

    Nothing is rendered, but headers are read, and most errors are found. The plan has the whole's length,
    each item and each step with its first and last frame and all values, the words over it, `remarks`, and
    every frame:

    ```json
    {"length": {"frames": 285, "seconds": 9.5}, "width": 1280, "height": 720, "output": "show.mp4",
      "pictures": [{"path": "first.jpg", "hold": {"frames": 90, "seconds": 3}, "first": 0, "last": 89}],
      "steps": [{"filter": "push", "parameters": {"angle": {"value": 1.57, "unit": "radians", "given": "90deg"}},
        "count": "1s", "easing": "linear", "first": 90, "last": 119}],
      "remarks": [], "frames": [{"number": 0, "picture": 0, "time": 0, "eased": 0}]}
    ```

    Read `remarks`: each is a sentence about something that is lost or has no effect.

    ## 3. The joints, to look at

    ```sh
    dotransition @show.list --contact-sheet joints.png --sheet joints --labels number --size 320x180
    ```

    This makes one picture with three numbered frames for each step: the last frame of the item alone, the middle of
    the transition (empty for a cut), and the first frame of the next item alone. Up to eight steps have a row each;
    with more, a row holds several steps, in order. `-o show.html` is a page for people.

    ## 4. One frame

    ```sh
    dotransition @show.list --time 4.5s --size 640x360 -o frame.png
    ```

    A time of the show, as the plan tells it: to see words, or what is cut off.

    ## 5. The film

    ```sh
    dotransition @show.list -o show.mp4 --progress json 2>events.jsonl
    ```

    Each line of stderr is an object. The last one is `result`, or else `error`:

    ```json
    {"event":"plan","length":{"frames":285,"seconds":9.5}}
    {"event":"progress","done":140,"frames":285,"secondsLeft":2.1}
    {"event":"result","status":0,"message":"show.mp4: 3 pictures, 2 transitions, 285 frames, 9.5 s, made in 4.2 s"}
    ```

    The film has its name once it is whole; what was there before stays until then. With `--parts FOLDER` a
    second run makes only what has changed.

    ## Errors

    An error is one line, after `dotransition: ` on stderr or as the `message` in JSON, and says what would be right.
    In a list or a shader it begins with the file, the line and the column, both from 1, columns in characters; below a
    shader's error are its line and a caret:

    ```text
    bad.list:1:11: unknown transition: pusch (did you mean 'push'?); -l lists them
    bad.list:2:1: cannot read picture 2: lost.jpg: No such file or directory
    own.glsl:2:48: undeclared name: progess; did you mean progress?
    ```

    The exit status tells you what to do: 64, correct the command line or the list; 65 or 66, give another file; 69,
    install ffmpeg or the font; 73 or 74, write elsewhere or free some space; 75, try again later; 70, report a bug.
    """#
}

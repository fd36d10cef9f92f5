// A corpus of planted mistakes: small edits of a specification that has none, each with what must be said about
// it and where. ⟪ ⟫ mark the span of each expected diagnostic; nothing else may be said, so every mistake also
// shows that one cause gives one diagnostic.

/**
 * The expected number (several, in the order of the text, where one edit breaks several lines), the text to
 * find, and what to put in its place. Further edits that the mistake needs follow.
 */
export type PlantedMistake = readonly [
  numbers: string,
  find: string,
  replace: string,
  ...more: (readonly [find: string, replace: string])[],
]

/** By what they are about. */
export type PlantedMistakes = Readonly<Record<string, readonly PlantedMistake[]>>

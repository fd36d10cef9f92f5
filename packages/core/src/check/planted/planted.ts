// A corpus of planted mistakes: small edits of a valid specification, each with the expected diagnostic. ⟪ ⟫ mark its
// span; no other diagnostic may appear, so every mistake also shows that one cause gives one diagnostic.

/**
 * The expected number (several, in the order of the text, if one edit breaks several lines), the text to find, and its
 * replacement. Further edits that the mistake needs follow.
 */
export type PlantedMistake = readonly [
  numbers: string,
  find: string,
  replace: string,
  ...more: (readonly [find: string, replace: string])[],
]

/** By topic. */
export type PlantedMistakes = Readonly<Record<string, readonly PlantedMistake[]>>

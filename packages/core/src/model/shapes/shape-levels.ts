// A shape that contains itself, such as a comment with its replies → a shape for each level, so that every answer ends.

/** On the last level the key that leads on is left out. */
export const SHAPE_LEVELS = 10

/** Names that authors write have no dot. */
export function nameOfLevel(shape: string, level: number): string {
  return level === 1 ? shape : `${shape}.${level}`
}

/** `Comment` for each level, `Comment.2`. */
export function shapeOfLevel(name: string): string {
  return name.split('.')[0] ?? name
}

export function isInnerLevel({ name }: { readonly name: string }): boolean {
  return shapeOfLevel(name) !== name
}

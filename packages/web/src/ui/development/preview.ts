// The preview: the application in a frame beside the author's editor or questions.

export function isPreview(): boolean {
  return window.parent !== window
}

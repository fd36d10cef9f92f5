// Files that are dropped beside every form → nothing happens. This is a part of each page; forms that take files are not.

export function bringsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true
}

/** A browser would open a file that is dropped beside a form, and leave the page. */
export function refuseStrayFiles(): void {
  for (const kind of ['dragover', 'drop'] as const)
    addEventListener(kind, (event) => {
      if (event.defaultPrevented || !bringsFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none'
    })
}

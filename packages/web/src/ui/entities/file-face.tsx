// One file as it is shown: a picture by itself, anything else by its name and size. Its address is there once a
// record holds it; until then there is only what it is called.

import { IconFile, IconPhoto } from '@tabler/icons-react'
import { sizeInWords } from '@ninefold/core/model/sizes.ts'
import { isUploadedFile, type UploadedFile } from '../../client/files.ts'
import styles from './files.module.css'

export function FileFace({ file }: { readonly file: UploadedFile }) {
  const Icon = isPicture(file) ? IconPhoto : IconFile
  return (
    <span className={styles.face}>
      <Icon size={16} aria-hidden="true" className={styles.icon} />
      <span className={styles.name}>{file.name}</span>
      <span className={styles.size}>{sizeInWords(file.size)}</span>
    </span>
  )
}

/** A file of a record: opened or saved by its link. */
export function FileLink({ value, isCompact }: { readonly value: unknown; readonly isCompact: boolean }) {
  if (!isUploadedFile(value)) return null
  // Only the engine's own addresses: whatever else a value might hold is no link.
  if (!value.url.startsWith('/_ninefold/files/')) return <span>{value.name}</span>
  return (
    <a href={value.url} target="_blank" rel="noreferrer" className={styles.link} title={value.name}>
      {isPicture(value) && !isCompact ? (
        <img src={value.url} alt={value.name} loading="lazy" className={styles.picture} />
      ) : (
        <FileFace file={value} />
      )}
    </a>
  )
}

function isPicture({ type }: UploadedFile): boolean {
  return /^image\/(png|jpeg|gif|webp|avif)$/.test(type)
}

// One file: a thumbnail for a picture, name and size for others. Its address exists once a record holds it; until then
// the local picture is shown.

import { inTenant } from '../../client/tenant-base.ts'
import { IconFile, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { IMAGE_TYPES, thumbnailAddress, type ThumbnailSize } from '@ninefold/core/contract/wire/thumbnails.ts'
import { sizeInWords } from '@ninefold/core/model/sizes.ts'
import { isKeptFile, isUploadedFile, type UploadedFile } from '../../client/files.ts'
import { words } from '../words/words.ts'
import styles from './files.module.css'

interface FaceProps {
  readonly file: UploadedFile
  /** Address of the picture; missing: an icon. */
  readonly preview?: string | undefined
}

export function FileFace({ file, preview }: FaceProps) {
  const Icon = isPicture(file) ? IconPhoto : file.type === 'application/pdf' ? IconFileTypePdf : IconFile
  const icon = <Icon size={16} aria-hidden="true" className={styles.icon} />
  return (
    <span className={styles.face}>
      {preview === undefined ? icon : <Picture address={preview} className={styles.tiny} alt="" otherwise={icon} />}
      <span className={styles.name}>{file.name}</span>
      <span className={styles.size}>{sizeInWords(file.size)}</span>
    </span>
  )
}

interface PictureProps {
  readonly address: string
  readonly alt: string
  readonly className: string | undefined
  /** Shown instead of a picture that is broken or cannot be scaled. */
  readonly otherwise: ReactNode
}

export function Picture({ address, alt, className, otherwise }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (broken === address) return otherwise
  return (
    <img
      src={inTenant(address)}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={className}
      onError={() => setBroken(address)}
    />
  )
}

/** A file of a record: its link opens or saves it. */
export function FileLink({ value, isCompact }: { readonly value: unknown; readonly isCompact: boolean }) {
  if (!isUploadedFile(value)) return null
  if (!isKeptFile(value)) return <span>{value.name}</span>
  const face = <FileFace file={value} />
  return (
    <a href={inTenant(value.url)} target="_blank" rel="noreferrer" className={styles.link} title={value.name}>
      {isPicture(value) ? (
        <Picture
          address={thumbnailAddress(value.url, isCompact ? 'small' : 'medium')}
          alt={value.name}
          className={isCompact ? styles.small : styles.picture}
          otherwise={face}
        />
      ) : (
        face
      )}
    </a>
  )
}

/** Files of a record: pictures side by side, then the others, one per line. */
export function FileLinks({ files, isCompact }: { readonly files: readonly unknown[]; readonly isCompact: boolean }) {
  const known = files.filter(isUploadedFile)
  const pictures = known.filter(isPicture)
  const others = known.filter((file) => !isPicture(file))
  const shown = isCompact ? pictures.slice(0, PICTURES_MAX) : pictures
  return (
    <span className={styles.links}>
      {shown.length > 0 && (
        <span className={styles.pictures} data-large={!isCompact || undefined}>
          {shown.map((file) => (
            <FileLink key={file.id} value={file} isCompact />
          ))}
          {pictures.length > shown.length && (
            <span className={styles.size}>{words.entities.more(pictures.length - shown.length)}</span>
          )}
        </span>
      )}
      {others.map((file) => (
        <FileLink key={file.id} value={file} isCompact={isCompact} />
      ))}
    </span>
  )
}

/** A table row has no room for more. */
const PICTURES_MAX = 4

/** The first picture in a value; null: none. */
export function pictureIn(value: unknown): UploadedFile | null {
  const files: readonly unknown[] = Array.isArray(value) ? value : [value]
  return files.filter(isUploadedFile).find((file) => isPicture(file) && isKeptFile(file)) ?? null
}

/** Address of a stored picture's thumbnail; undefined: none. */
export function previewOf(file: UploadedFile, size: ThumbnailSize): string | undefined {
  return isPicture(file) && isKeptFile(file) ? thumbnailAddress(file.url, size) : undefined
}

function isPicture({ type }: UploadedFile): boolean {
  return IMAGE_TYPES.includes(type)
}

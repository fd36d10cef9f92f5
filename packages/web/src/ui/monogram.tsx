// The application's first letter in a nine-sided mark: something to recognise it by until it has a logo.

import styles from './monogram.module.css'

export function Monogram({ name, size }: { readonly name: string; readonly size: number }) {
  const letter = (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '9').toUpperCase()
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={styles.monogram} aria-hidden="true">
      <polygon points={corners(15.5)} className={styles.ground} />
      <text x="16" y="21" textAnchor="middle" className={styles.letter}>
        {letter}
      </text>
    </svg>
  )
}

function corners(radius: number): string {
  return Array.from({ length: 9 }, (_, index) => {
    const angle = (2 * Math.PI * index) / 9
    return `${(16 + radius * Math.sin(angle)).toFixed(2)},${(16 - radius * Math.cos(angle)).toFixed(2)}`
  }).join(' ')
}

// What the application is recognised by: its logo, or its first letter in a nine-sided mark. The name stands beside it.

import { useComputedColorScheme } from '@mantine/core'
import { useApp } from './app-context.ts'
import styles from './monogram.module.css'

export function Mark({ size }: { readonly size: 22 | 24 | 36 | 44 }) {
  const { name, brand } = useApp()
  const ground = useComputedColorScheme('light')
  if (brand.logo === null) return <Monogram name={name} size={size} />
  return <img src={brand.logo[ground]} alt="" height={size} className={styles.logo} data-logo />
}

function Monogram({ name, size }: { readonly name: string; readonly size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={styles.monogram} aria-hidden="true">
      <polygon points={corners(15.5)} className={styles.ground} />
      <text x="16" y="21" textAnchor="middle" className={styles.letter}>
        {initialOf(name)}
      </text>
    </svg>
  )
}

function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '9').toUpperCase()
}

function corners(radius: number): string {
  return Array.from({ length: 9 }, (_, index) => {
    const angle = (2 * Math.PI * index) / 9
    return `${(16 + radius * Math.sin(angle)).toFixed(2)},${(16 - radius * Math.cos(angle)).toFixed(2)}`
  }).join(' ')
}

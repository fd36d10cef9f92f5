// The application's mark: its logo, or its first letter in a nine-sided shape. The name stands beside it.

import { useComputedColorScheme } from '@mantine/core'
import { useApp } from '../app-context.ts'
import { cornersOfMark, initialOf, MARK } from './mark.ts'
import styles from './monogram.module.css'

export function Mark({ size }: { readonly size: 22 | 24 | 36 | 44 }) {
  const { name, brand } = useApp()
  const ground = useComputedColorScheme('light')
  if (brand.logo === null) return <Monogram name={name} size={size} />
  return <img src={brand.logo[ground]} alt="" height={size} className={styles.logo} data-logo />
}

function Monogram({ name, size }: { readonly name: string; readonly size: number }) {
  return (
    <svg
      viewBox={`0 0 ${MARK.size} ${MARK.size}`}
      width={size}
      height={size}
      className={styles.monogram}
      aria-hidden="true"
    >
      <polygon points={cornersOfMark()} className={styles.ground} />
      <text {...MARK.letterAt} textAnchor="middle" className={styles.letter}>
        {initialOf(name)}
      </text>
    </svg>
  )
}

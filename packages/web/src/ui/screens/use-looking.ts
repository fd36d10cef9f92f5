// Which rows are in sight → whoever asks for more of them, and keeps them up to date.

import { useEffect } from 'react'
import type { RowsProps } from './lists/list-props.ts'

export interface ScrolledProps extends RowsProps {
  /** Places of the first and the last row in sight. */
  readonly look: (first: number, last: number) => void
}

export function useLooking(look: ScrolledProps['look'], first: number, last: number): void {
  useEffect(() => {
    if (last >= 0) look(first, last)
  }, [look, first, last])
}

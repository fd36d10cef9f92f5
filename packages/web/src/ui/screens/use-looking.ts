// Reports the visible rows, so that more are fetched and visible ones refetched.

import { useEffect } from 'react'
import type { RowsProps } from './lists/list-props.ts'

export interface ScrolledProps extends RowsProps {
  /** Indexes of the first and the last visible row. */
  readonly look: (first: number, last: number) => void
}

export function useLooking(look: ScrolledProps['look'], first: number, last: number): void {
  useEffect(() => {
    if (last >= 0) look(first, last)
  }, [look, first, last])
}

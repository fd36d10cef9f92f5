// The record that a page is about, for what stands on the page: a form that names such a record begins with it.

import { createContext } from 'react'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'

export const RowOfPage = createContext<RowData | null>(null)

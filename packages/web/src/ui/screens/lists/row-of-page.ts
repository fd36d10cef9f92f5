// The record of the page, for the parts of the page: a form that references such a record is prefilled with it.

import { createContext } from 'react'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'

export const RowOfPage = createContext<RowData | null>(null)

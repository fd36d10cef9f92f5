// Data of a point's picture.

import type { Model } from '@ninefold/core/model/model.ts'
import type { Document } from '@ninefold/core/service/document.ts'

export interface PictureProps {
  readonly model: Model
  readonly document: Document
}

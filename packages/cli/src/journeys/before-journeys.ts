// Before any journey: the web app is built from the sources that are there.

import { buildWeb } from '../../../../scripts/web.mjs'

export default function setup(): void {
  buildWeb()
}

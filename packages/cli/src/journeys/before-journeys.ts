// Global set-up of the journeys: builds the web app from the present sources.

import { buildWeb } from '../../../../scripts/web.mjs'

export default function setup(): void {
  buildWeb()
}

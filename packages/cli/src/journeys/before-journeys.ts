// Global set-up of the journeys: builds the web app from the present sources.

import { buildWeb } from '../../../../scripts/builds/web-app.mjs'

export default function setup(): void {
  buildWeb()
}

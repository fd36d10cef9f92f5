// Journeys create the records that they need; here are sample records for people who open an example for the first
// time.

export { withoutSampleRecords } from '@ninefold/core/read/testing.ts'

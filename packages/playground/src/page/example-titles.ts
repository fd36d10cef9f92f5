export interface TitledExample {
  /** Name of its folder. */
  readonly id: string
  readonly title: string
}

/** Examples that the playground holds. The first one is what a visitor sees. */
export const TITLED_EXAMPLES: readonly [TitledExample, ...TitledExample[]] = [
  { id: 'helpdesk', title: 'Help desk' },
  { id: 'booking', title: 'Booking' },
  { id: 'crm', title: 'Customers' },
  { id: 'expenses', title: 'Expenses' },
  { id: 'stock', title: 'Stock' },
]

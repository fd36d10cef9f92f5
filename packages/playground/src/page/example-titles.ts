export interface TitledExample {
  /** Name of the example's folder. */
  readonly id: string
  readonly title: string
}

/** All examples of the folder. Visitors see the first one. */
export const TITLED_EXAMPLES: readonly [TitledExample, ...TitledExample[]] = [
  { id: 'helpdesk', title: 'Help desk' },
  { id: 'booking', title: 'Booking' },
  { id: 'conduit', title: 'Conduit' },
  { id: 'crm', title: 'Customers' },
  { id: 'expenses', title: 'Expenses' },
  { id: 'shop', title: 'Shop' },
  { id: 'stock', title: 'Stock' },
]

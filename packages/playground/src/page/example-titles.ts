export interface TitledExample {
  /** Name of its folder. */
  readonly id: string
  readonly title: string
}

/** All that are in the folder of examples. The first one is what a visitor sees. */
export const TITLED_EXAMPLES: readonly [TitledExample, ...TitledExample[]] = [
  { id: 'helpdesk', title: 'Help desk' },
  { id: 'booking', title: 'Booking' },
  { id: 'conduit', title: 'Conduit' },
  { id: 'crm', title: 'Customers' },
  { id: 'expenses', title: 'Expenses' },
  { id: 'shop', title: 'Shop' },
  { id: 'stock', title: 'Stock' },
]

/** The cards of the sandbox: each bears the id of Stripe's test card, and says what happens with it. */
export const testCards = [
  { id: 'pm_card_visa', label: 'Visa', says: 'works' },
  { id: 'pm_card_authenticationRequired', label: 'Visa with a bank that asks', says: 'wants to be confirmed' },
  { id: 'pm_card_chargeDeclined', label: 'Visa without cover', says: 'is declined' },
  { id: 'pm_card_chargeCustomerFail', label: 'Visa that was blocked', says: 'is declined when it is charged' },
] as const

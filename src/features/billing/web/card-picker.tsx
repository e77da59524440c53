import { msg, t, translate } from '#lib/texts.ts'

/** The cards of the sandbox: Stripe's test cards, each with the outcome of a payment. */
const testCards = [
  { id: 'pm_card_visa', label: msg('Visa'), outcome: msg('works') },
  {
    id: 'pm_card_authenticationRequired',
    label: msg('Visa that needs confirmation'),
    outcome: msg('must be confirmed'),
  },
  { id: 'pm_card_chargeDeclined', label: msg('Visa without funds'), outcome: msg('is declined') },
  {
    id: 'pm_card_chargeCustomerFail',
    label: msg('Visa that was blocked'),
    outcome: msg('is declined when it is charged'),
  },
] as const

/** Lets the user choose a card in the sandbox. There is deliberately no field for a card number. */
export function CardPicker() {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">{t('Test card')}</legend>
      {testCards.map(({ id, label, outcome }, index) => (
        <label key={id} className="flex min-h-8 items-center gap-2">
          <input
            type="radio"
            name="card"
            value={id}
            defaultChecked={index === 0}
            className="size-4.5 shrink-0 accent-ink"
          />
          <span>
            {translate(label)} <span className="text-ink-2 text-small">{translate(outcome)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Returns the id of the chosen card in a form that contains the picker. */
export function readChosenCard(form: HTMLFormElement): string {
  return String(new FormData(form).get('card') ?? '')
}

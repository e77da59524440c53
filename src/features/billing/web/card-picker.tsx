import { testCards } from './test-cards.ts'

/** The sandbox's cards to choose from. There is no field for a card number, on purpose. */
export function CardPicker({ onChoose }: { onChoose?: () => void }) {
  return (
    <fieldset className="grid gap-1" onChange={onChoose}>
      <legend className="mb-1 font-semibold">Test card</legend>
      {testCards.map(({ id, label, says }, at) => (
        <label key={id} className="flex min-h-8 items-center gap-2">
          <input
            type="radio"
            name="card"
            value={id}
            defaultChecked={at === 0}
            className="size-4.5 shrink-0 accent-ink"
          />
          <span>
            {label} <span className="text-ink-2 text-small">{says}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The card that is chosen in a form with the picker in it. */
export function chosenCard(form: HTMLFormElement): string {
  return String(new FormData(form).get('card') ?? '')
}

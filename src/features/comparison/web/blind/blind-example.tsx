import { useState } from 'react'
import { msg, t, translate } from '#lib/texts.ts'
import { focusOnMount } from '#ui/focus-on-mount.ts'
import { rich } from '#ui/rich.ts'

const task = msg('Tell a customer in two or three sentences that their order will arrive a week late.')

/** Texts that we wrote. Their names say what they are like, because no model wrote them. */
const answers = [
  {
    label: 'A',
    name: msg('Polite and vague'),
    text: msg(
      'We are very sorry, but there is a delay with your order. Our team is doing everything it can, and we truly appreciate your patience. Please contact us at any time with questions.',
    ),
  },
  {
    label: 'B',
    name: msg('Date and choice'),
    text: msg(
      'Your order will arrive on May 12, a week later than planned, because a part was out of stock. If that is too late, reply to this message and we will refund the full price. We are sorry for the wait.',
    ),
  },
]

const choices = [
  { outcome: 'a', label: msg('A is better'), result: msg('You chose A.') },
  { outcome: 'b', label: msg('B is better'), result: msg('You chose B.') },
  { outcome: 'tie', label: msg('Equally good'), result: msg('You found both equally good.') },
]

/**
 * Lets visitors try a blind vote on a site without language models. Shows two texts that we wrote, and their names
 * after the vote.
 */
export function BlindExample() {
  const [outcome, setOutcome] = useState<string>()
  const chosen = choices.find((choice) => choice.outcome === outcome)
  return (
    <section aria-label={t('Example')} className="grid gap-3">
      <p>
        {rich('<b>An example:</b> we wrote both answers, and your choice isn’t counted.', {
          b: (text) => <b>{text}</b>,
        })}
      </p>
      <p className="rounded-2 border border-edge bg-raised p-4 font-mono text-code">{translate(task)}</p>
      <div className="grid gap-3 lg:grid-cols-2">
        {answers.map(({ label, name, text }) => (
          <article key={label} className="rounded-2 border border-edge bg-raised p-4">
            <h2 className="mb-2 text-card">
              {label}
              {chosen && `: ${translate(name)}`}
            </h2>
            <p>{translate(text)}</p>
          </article>
        ))}
      </div>
      {chosen ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-80" ref={focusOnMount} tabIndex={-1} role="status">
            {rich(
              '{result} A apologizes but doesn’t say when the order arrives or what to do. B gives a date, a reason and a choice. In a real vote you would now see which models wrote the answers.',
              { result: <b>{translate(chosen.result)}</b> },
            )}
          </p>
          <button type="button" className="btn" onClick={() => setOutcome(undefined)}>
            {t('Hide the names')}
          </button>
        </div>
      ) : (
        <fieldset className="js-only">
          <legend className="sr-only">{t('Your choice')}</legend>
          <div className="flex flex-wrap gap-2">
            {choices.map(({ outcome, label }) => (
              <button key={outcome} type="button" className="btn" onClick={() => setOutcome(outcome)}>
                {translate(label)}
              </button>
            ))}
          </div>
        </fieldset>
      )}
    </section>
  )
}

import type { MouseEvent } from 'react'
import type { Variable } from '#features/variables/contract.ts'
import { asksForToday } from '#features/variables/label-rules.ts'
import { titleOf } from '#features/worksheet/blank-rules.ts'
import { isSuggested } from '#features/worksheet/worksheet-rules.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { hidden } from '#ui/hidden-text.tsx'
import { rich } from '#ui/rich.ts'
import { focusBlank } from './focus-blank.ts'
import { useWorksheet } from './use-worksheet.ts'
import './worksheet-fields.css'

/**
 * On wide screens, up to this many blanks have a field above the text, unless the author chose a kind for any of them.
 * Otherwise only their labels are shown, and a click on a label moves focus to the blank.
 */
const fieldsMax = 8

/** Moves focus to the blank in the text if the label's field is hidden. */
function jumpToBlank(event: MouseEvent<HTMLLabelElement>, name: string) {
  if (document.getElementById(event.currentTarget.htmlFor)?.checkVisibility()) return
  event.preventDefault()
  focusBlank(event.currentTarget.closest('.framed') ?? document, name)
}

/** Returns today's date in the reader's time zone. */
function todayText(now = new Date()): string {
  return usDate(new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString())
}

/**
 * Shows, for each variable, an indicator of whether it is filled in (half full for a default), and a field that fills
 * its blanks in the text. The field has a single line, so a value of several lines is edited in the text. Tab skips the
 * fields and reaches only the blanks.
 */
export function WorksheetFields({ variables }: { variables: Variable[] }) {
  const { values, suggestions, write } = useWorksheet()
  const fillToday = (event: MouseEvent<HTMLButtonElement>, name: string) => {
    write(name, todayText())
    const frame = event.currentTarget.closest('.framed') ?? document
    // The button disappears, so keyboard users (`detail` is 0) would lose focus. The delay is needed because a focused
    // blank wouldn't show the new value.
    if (event.detail === 0) setTimeout(focusBlank, 0, frame, name)
  }
  const names = Object.keys(values)
  if (names.length === 0) return null
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const isShort = names.length > fieldsMax || variables.some(({ kind }) => kind !== undefined)
  return (
    <section
      className={isShort ? 'blank-fields js-only' : 'blank-fields blank-fields-few js-only'}
      aria-label={t('Blanks')}
      // Keyboard users need to reach the row of labels, which scrolls on a phone.
      tabIndex={isShort ? 0 : undefined}
    >
      {names.map((name, index) => (
        <div
          key={name}
          className="blank-field"
          data-filled={values[name] ? (isSuggested(name, values, suggestions) ? 'default' : '') : undefined}
        >
          <span className="blank-indicator" aria-hidden="true" />
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users can reach the blank itself. */}
          <label htmlFor={`blank-${index}`} dir="auto" onClick={(event) => jumpToBlank(event, name)}>
            {titleOf(byName.get(name) ?? { name })}
            {byName.get(name)?.required && values[name] === '' && (
              <span className="text-ink-2"> {t('(required)')}</span>
            )}
          </label>
          {values[name] === '' && asksForToday(name) && byName.get(name)?.kind !== 'date' && (
            <button type="button" className="link" onClick={(event) => fillToday(event, name)}>
              {rich('Use today<hidden>’s date</hidden>', { hidden })}
            </button>
          )}
          <input
            id={`blank-${index}`}
            value={values[name]?.replaceAll('\n', ' ↵ ')}
            readOnly={values[name]?.includes('\n')}
            tabIndex={-1}
            // `early-events.ts` repeats events that came before hydration. onChange would ignore those, since the value
            // is the same by then.
            onInput={(event) => write(name, event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            dir="auto"
          />
        </div>
      ))}
    </section>
  )
}

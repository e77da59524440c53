import { useDeferredValue, useMemo } from 'react'
import { variablesOf } from '#features/variables/variable-rules.ts'
import { pluralize } from '#lib/numbers.ts'
import { selectText } from './select-text.ts'

/** The blanks of a text, listed as they are typed. Each selects its first use in the text. */
export function BlankList({ content }: { content: string }) {
  const read = useDeferredValue(content)
  const blanks = useMemo(() => variablesOf(read), [read])
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small has-[>p:empty]:hidden">
      <p role="status" className="font-semibold">
        {blanks.length > 0 && pluralize(blanks.length, 'blank')}
      </p>
      <ul className="contents" aria-label="Blanks">
        {blanks.map(({ name, default: start }) => (
          <li key={name} className="min-w-0">
            <button
              type="button"
              className="chip"
              onClick={() => selectText(new RegExp(String.raw`(?<!\\)\{\{${name} *(?::[^{}]*)?\}\}`, 'u'))}
            >
              <span className="sr-only">Show</span>
              <code className="blank" dir="auto">
                {name}
              </code>
              {start && (
                <span className="truncate text-ink-2" dir="auto">
                  {start}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

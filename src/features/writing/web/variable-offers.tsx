import { useDeferredValue, useMemo } from 'react'
import { convertPlaceholders, findPlaceholders } from '#features/variables/placeholder-rules.ts'
import { t } from '#lib/texts.ts'

/** Offers to convert placeholders such as `${x}`, `[X]` and `<X>` into variables, one by one or all together. */
export function VariableOffers({ content, onConvert }: { content: string; onConvert: (content: string) => void }) {
  const shownContent = useDeferredValue(content)
  const placeholders = useMemo(() => findPlaceholders(shownContent), [shownContent])
  if (placeholders.length === 0) return null
  return (
    <div className="rounded-1 border border-edge border-dashed px-4 py-3 text-small">
      <p className="mb-2">{t('These look like places to fill in. Turn them into blanks?')}</p>
      <ul className="flex flex-wrap gap-2">
        {placeholders.map((placeholder) => (
          <li key={placeholder.written}>
            <button
              type="button"
              className="chip"
              onClick={() => onConvert(convertPlaceholders(content, [placeholder]))}
            >
              <code dir="auto">{placeholder.written}</code>
              <span aria-hidden="true">→</span>
              <span className="sr-only">{t('becomes')}</span>
              <code className="blank" dir="auto">
                {placeholder.name}
              </code>
            </button>
          </li>
        ))}
        {placeholders.length > 1 && (
          <li>
            <button
              type="button"
              className="chip"
              onClick={() => onConvert(convertPlaceholders(content, placeholders))}
            >
              {t('All {length}', { length: placeholders.length })}
            </button>
          </li>
        )}
      </ul>
    </div>
  )
}

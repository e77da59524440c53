import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useId, useRef, useState } from 'react'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import { fieldRules } from '#features/catalogue/field-rules.ts'
import { promptLimits } from '#features/catalogue/rules.ts'
import { plainTag } from '#features/catalogue/text-rules.ts'
import { plural, t } from '#lib/texts.ts'
import { LabeledControl } from '#ui/forms/form-controls.tsx'
import { isComposing } from '#ui/forms/is-composing.ts'
import { Icon } from '#ui/icon.tsx'

/**
 * The field for a prompt's tags. Enter, a comma or leaving the field adds a tag, and Backspace in the empty field
 * removes the last one. Suggests existing tags while the author types.
 */
export function TagField({
  tags,
  error,
  onChange,
}: {
  tags: string[]
  error?: string
  onChange: (tags: string[]) => void
}) {
  const [typedText, setTyped] = useState('')
  const [active, setActive] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const [typedError, setTypedError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const suggestions = useTagSuggestions(typedText, tags)
  const isShown = isOpen && suggestions.length > 0
  const isFull = tags.length >= promptLimits.tagsMax

  const add = (word: string) => {
    const tag = plainTag(word)
    const problem = tag === '' ? null : fieldRules.tags.item.error(tag, { content: '' })
    setTypedError(problem ?? undefined)
    if (problem !== null) return
    setTyped('')
    setActive(-1)
    if (tag !== '' && !tags.includes(tag) && !isFull) onChange([...tags, tag])
  }
  const remove = (tag: string) => {
    onChange(tags.filter((chosen) => chosen !== tag))
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Backspace' && typedText === '' && tags.length > 0) return onChange(tags.slice(0, -1))
    if (event.key === 'Escape') return setOpen(false)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && suggestions.length > 0) {
      event.preventDefault()
      setOpen(true)
      const count = suggestions.length + 1
      return setActive(((active + 1 + step + count) % count) - 1)
    }
    if (event.key !== ',' && (event.key !== 'Enter' || (typedText.trim() === '' && active < 0))) return
    event.preventDefault()
    add(isShown ? (suggestions[active] ?? typedText) : typedText)
  }

  return (
    <LabeledControl
      label={t('Tags')}
      error={error ?? typedError}
      help={t('Words that people would search for. Press Enter or a comma after each.')}
      aside={
        <span className="text-ink-2 text-small tabular-nums">
          {t('{count} of {max}', { count: tags.length, max: promptLimits.tagsMax })}
        </span>
      }
    >
      {(control) => (
        <div className="relative">
          <div className="input flex flex-wrap items-center gap-1.5 focus-within:outline-2">
            {tags.map((tag) => (
              <span key={tag} className="inline-flex items-center gap-1 rounded-1 bg-sunken pl-2 text-small" dir="auto">
                {tag}
                <button type="button" className="grid size-7 place-items-center" onClick={() => remove(tag)}>
                  <Icon name="x" className="icon-sm" />
                  <span className="sr-only">{t('Remove tag {tag}', { tag })}</span>
                </button>
              </span>
            ))}
            <input
              {...control}
              ref={input}
              name="tags"
              role="combobox"
              aria-expanded={isShown}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
              autoComplete="off"
              autoCapitalize="none"
              dir="auto"
              className="min-h-7 min-w-32 flex-1 bg-transparent outline-none"
              value={typedText}
              onChange={(event) => {
                setTyped(event.target.value)
                setTypedError(undefined)
                setActive(-1)
                setOpen(true)
              }}
              onKeyDown={onKeyDown}
              onBlur={() => {
                setOpen(false)
                add(typedText)
              }}
            />
          </div>
          <div
            id={listId}
            role="listbox"
            aria-label={t('Suggested tags')}
            hidden={!isShown}
            className="absolute inset-x-0 top-full z-10 mt-1 rounded-1 border border-edge bg-raised p-1 shadow-float"
          >
            {suggestions.map((tag, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which refers to the active option.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
              <div
                key={tag}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                className="flex min-h-9 cursor-pointer items-center rounded-1 px-2 hover:bg-hover aria-selected:bg-accent aria-selected:text-accent-ink"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => add(tag)}
                dir="auto"
              >
                {tag}
              </div>
            ))}
          </div>
          <p className="sr-only" role="status">
            {isShown ? plural(suggestions.length, '{count} tag suggested', '{count} tags suggested') : ''}
          </p>
        </div>
      )}
    </LabeledControl>
  )
}

function useTagSuggestions(typedText: string, tags: string[]): string[] {
  const { api } = useRouteContext({ from: '__root__' })
  const letters = useDeferredValue(plainTag(typedText))
  const { data = [] } = useQuery({ ...tagSuggestionsQuery(api, letters), enabled: letters !== '' })
  return letters === '' ? [] : data.map(({ tag }) => tag).filter((tag) => !tags.includes(tag))
}

/** Up to 10 tags in use that begin with these letters. */
function tagSuggestionsQuery(api: Api, letters: string) {
  return queryOptions(apiQuery(api, 'GET /api/tags', { query: { q: letters } }))
}

import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import type { Segment } from '#features/variables/variable-rules.ts'
import { mediumOf } from '#features/worksheet/medium-rules.ts'
import { CopyButton } from '#features/worksheet/web/copy-button.tsx'
import { TypedFields } from '#features/worksheet/web/typed-fields.tsx'
import { useCountCopy } from '#features/worksheet/web/use-count-copy.ts'
import { useWorksheet } from '#features/worksheet/web/use-worksheet.ts'
import { CopyByHandIfBlocked, WorksheetProvider } from '#features/worksheet/web/worksheet.tsx'
import { t } from '#lib/texts.ts'
import { isComposing } from '#ui/forms/is-composing.ts'
import { Icon } from '#ui/icon.tsx'

/** A prompt and its text, split into plain text and blanks. */
export type OpenedPrompt = { prompt: Prompt; segments: Segment[] }

type Props = OpenedPrompt & { onBack: () => void; onOpen: () => void; onCopied: () => void }

/**
 * The palette while the blanks of a prompt are filled in. The tab keeps the values, as on the prompt's page. `onCopied`
 * is called once the text has been copied.
 */
export function FillAndCopy({ prompt, segments, ...handlers }: Props) {
  const countCopy = useCountCopy()
  const { id, category, tags, title, content, variables } = prompt
  return (
    <WorksheetProvider
      segments={segments}
      variables={variables}
      storageId={id}
      medium={mediumOf(category.slug, tags, title, content)}
      onCopied={(way) => countCopy(prompt, way)}
    >
      <Fields prompt={prompt} {...handlers} />
    </WorksheetProvider>
  )
}

function Fields({ prompt, onBack, onOpen, onCopied }: Omit<Props, 'segments'>) {
  const { copy, isCopied } = useWorksheet()
  const fields = useRef<HTMLDivElement>(null)
  const findFields = () => [...(fields.current?.querySelectorAll<HTMLInputElement>('input, select, textarea') ?? [])]
  useEffect(() => {
    const all = [...(fields.current?.querySelectorAll<HTMLInputElement>('input, select, textarea') ?? [])]
    const first = all.find(({ value }) => value === '') ?? all[0]
    first?.focus()
  }, [])
  useEffect(() => {
    if (isCopied) onCopied()
  }, [isCopied, onCopied])

  /** Enter moves to the next empty field, or copies if there is none. Ctrl+Enter and ⌘Enter always copy. */
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    const mustCopy = event.ctrlKey || event.metaKey
    const target = event.target as HTMLElement
    // In a text of several lines, Enter starts a line.
    if (!mustCopy && target.tagName !== 'INPUT') return
    event.preventDefault()
    const next = mustCopy ? undefined : findFields().find((field) => field !== target && field.value === '')
    if (next) next.focus()
    else void copy()
  }
  return (
    <>
      <div className="palette-field min-h-14">
        <button type="button" className="btn-square" aria-label={t('Back to the results')} onClick={onBack}>
          <Icon name="arrow-right" className="icon rotate-180" />
        </button>
        <h2 className="line-clamp-2 flex-1 text-[1.0625rem]" dir="auto" lang={prompt.language}>
          {prompt.title}
        </h2>
        <button type="button" className="btn btn-bare" onClick={onOpen}>
          {t('Open', { context: 'verb' })}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only handles keys that bubble up from its fields. */}
      <div ref={fields} onKeyDown={onKey}>
        <CopyByHandIfBlocked />
        <TypedFields variables={prompt.variables} />
      </div>
      <div className="p-4">
        <CopyButton className="min-h-14 text-[1.125rem]" />
      </div>
    </>
  )
}

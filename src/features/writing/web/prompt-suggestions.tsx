import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { findProblems } from '#features/models/checker-rules.ts'
import { partTexts } from '#features/models/prompt-part-rules.ts'
import { withPart } from '#features/writing/part-addition-rules.ts'
import { capitalize } from '#lib/capitalize.ts'
import { plural, t } from '#lib/texts.ts'
import { rich } from '#ui/rich.ts'

type Props = {
  content: string
  onChange: (content: string) => void
  /** Selects the first occurrence of a word in the text. */
  onShow: (word: string) => void
}

/**
 * The checker's suggestions for a prompt: add a missing part (such as examples), replace a vague word, or check
 * something. They are updated as the author types.
 */
export function PromptSuggestions({ content, onChange, onShow }: Props) {
  const shownContent = useDeferredValue(content)
  const { isEnglish, missing, vague, warnings } = useMemo(() => findProblems(shownContent), [shownContent])
  const count = missing.length + vague.length + warnings.length
  return (
    <div className="grid gap-2">
      <p role="status" className="text-small">
        {count === 0 ? t('No suggestions.') : plural(count, '{count} suggestion.', '{count} suggestions.')}{' '}
        <span className="text-ink-2">
          {t('No AI involved.')}
          {!isEnglish && ` ${t('Missing parts are found in English only.')}`}
        </span>
      </p>
      <ul className="grid gap-2 empty:hidden">
        {missing.map((part) => (
          <Finding key={part} label={partTexts[part].name} advice={partTexts[part].advice}>
            <button type="button" className="btn" onClick={() => onChange(withPart(content, part))}>
              {rich('Add {hidden}', { hidden: <span className="sr-only">{partTexts[part].name}</span> })}
            </button>
          </Finding>
        ))}
        {vague.map(({ word, advice }) => (
          <Finding key={word} label={`“${word}”`} advice={`${capitalize(advice)}.`}>
            <button type="button" className="btn" onClick={() => onShow(word)}>
              {rich('Show {hidden}', { hidden: <span className="sr-only">“{word}”</span> })}
            </button>
          </Finding>
        ))}
        {warnings.map((warning) => (
          <Finding key={warning} label={t('Check this')} advice={warning} />
        ))}
      </ul>
    </div>
  )
}

function Finding({ label, advice, children }: { label: string; advice: string; children?: ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-4 border-hair border-t pt-2 text-small">
      <span>
        <b>{label}</b> <span className="text-ink-2">{advice}</span>
      </span>
      {children}
    </li>
  )
}

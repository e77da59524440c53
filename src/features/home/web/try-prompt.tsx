import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { isWhole } from '#features/catalogue/rules.ts'
import { PromptText } from '#features/catalogue/web/prompt-text.tsx'
import type { CopyWay } from '#features/prompt-statistics/rules.ts'
import { resultSectionId } from '#features/results/rules.ts'
import { ResultLabel } from '#features/results/web/result-label.tsx'
import { parsePrompt } from '#features/variables/variable-rules.ts'
import { useWorksheet } from '#features/worksheet/web/use-worksheet.ts'
import { CopyByHandIfBlocked, WorksheetProvider } from '#features/worksheet/web/worksheet.tsx'
import { WorksheetText } from '#features/worksheet/web/worksheet-text.tsx'
import { plural, t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'

/**
 * Shows the prompt of the day, which visitors can fill in and copy on the home page. If the excerpt has only a part of
 * its text, links to its page instead.
 */
export function TryPrompt({ prompt, onCopied }: { prompt: PromptCard; onCopied?: (way: CopyWay) => void }) {
  const segments = useMemo(() => parsePrompt(prompt.excerpt), [prompt.excerpt])
  return (
    <section
      className="group rounded-2 border border-edge bg-raised"
      aria-label={t('Prompt of the day')}
      data-cat={prompt.category.slug}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 border-hair border-b px-5 py-3 text-small [&>a]:min-h-6">
        <span className="font-semibold">{t('Prompt of the day')}</span>
        <Link
          to="/prompt/$slug"
          params={{ slug: prompt.slug }}
          className="link truncate"
          dir="auto"
          lang={prompt.language}
        >
          {prompt.title}
        </Link>
      </div>
      {isWhole(prompt.excerpt) ? (
        <WorksheetProvider segments={segments} storageId={prompt.id} onCopied={onCopied}>
          <CopyByHandIfBlocked />
          <div className="try-prompt">
            <WorksheetText language={prompt.language} length={prompt.excerpt.length} />
          </div>
          <TryActions />
          {prompt.result?.text && <DailyResult prompt={prompt} result={prompt.result} />}
        </WorksheetProvider>
      ) : (
        <>
          <p
            className="m-5 line-clamp-6 font-mono text-[0.9375rem] leading-[1.85] [overflow-wrap:anywhere]"
            dir="auto"
            lang={prompt.language}
          >
            <PromptText excerpt={prompt.excerpt} />
          </p>
          <div className="px-5 pb-5">
            <Link to="/prompt/$slug" params={{ slug: prompt.slug }} className="btn">
              {t('Open and fill in')}
              <Icon name="arrow-right" className="icon-sm" />
            </Link>
          </div>
        </>
      )}
    </section>
  )
}

function TryActions() {
  const { copy, emptyNames, values } = useWorksheet()
  const blankCount = Object.keys(values).length
  return (
    <div className="flex items-center justify-between gap-3 px-5 pb-5">
      <button
        type="button"
        data-key="copy"
        className="btn js-only group-focus-within:border-accent-ink group-focus-within:bg-accent group-focus-within:text-accent-ink"
        onClick={() => copy()}
      >
        <Icon name="copy" className="icon-sm" />
        {t('Copy')}
      </button>
      {blankCount > 0 && (
        <span className="text-ink-2 text-small tabular-nums">
          {plural(blankCount, '{empty} of {count} blank left', '{empty} of {count} blanks left', {
            empty: emptyNames.length,
          })}
        </span>
      )}
    </div>
  )
}

/** The first lines of what came out of the prompt of the day, with a link to the whole. */
function DailyResult({ prompt, result }: { prompt: PromptCard; result: NonNullable<PromptCard['result']> }) {
  return (
    <figure className="border-hair border-t px-5 py-4">
      <blockquote className="line-clamp-3 whitespace-pre-line text-[0.875rem] text-ink-2 leading-[1.45]" dir="auto">
        {result.text}
      </blockquote>
      <figcaption className="mt-2 flex flex-wrap justify-between gap-x-3 text-ink-2 text-small">
        <span>
          <ResultLabel result={result} />
        </span>
        <Link to="/prompt/$slug" params={{ slug: prompt.slug }} hash={resultSectionId} className="link">
          {t('Whole result')}
        </Link>
      </figcaption>
    </figure>
  )
}

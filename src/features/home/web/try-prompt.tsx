import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { CategoryLink } from '#features/catalogue/web/category-link.tsx'
import { isWhole, PromptText } from '#features/catalogue/web/prompt-text.tsx'
import type { CopyWay } from '#features/prompt-statistics/rules.ts'
import { parsePrompt, variablesOf } from '#features/variables/variable-rules.ts'
import { useWorksheet } from '#features/worksheet/web/use-worksheet.ts'
import { CopyByHandIfBlocked, WorksheetProvider } from '#features/worksheet/web/worksheet.tsx'
import { WorksheetText } from '#features/worksheet/web/worksheet-text.tsx'
import { Icon } from '#ui/icon.tsx'

/**
 * Returns the first prompt with blanks whose excerpt is its whole text. If there is none, returns the first prompt with
 * blanks, or simply the first prompt.
 */
export function choosePromptToTry(prompts: PromptCard[]): PromptCard | undefined {
  const withBlanks = prompts.filter((prompt) => variablesOf(prompt.excerpt).length > 0)
  return withBlanks.find((prompt) => isWhole(prompt.excerpt)) ?? withBlanks[0] ?? prompts[0]
}

/**
 * Shows a prompt that visitors can fill in and copy on the home page. If the excerpt has only a part of the prompt's
 * text, links to the prompt's page instead.
 */
export function TryPrompt({ prompt, onCopied }: { prompt: PromptCard; onCopied?: (way: CopyWay) => void }) {
  const segments = useMemo(() => parsePrompt(prompt.excerpt), [prompt.excerpt])
  return (
    <section
      className="group rounded-2 border border-edge bg-raised"
      aria-label="Try a prompt"
      data-cat={prompt.category.slug}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 border-hair border-b px-5 py-3 text-small [&>a]:min-h-6">
        <CategoryLink category={prompt.category} />
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
              Open and fill in
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
        Copy
      </button>
      {blankCount > 0 && (
        <span className="text-ink-2 text-small tabular-nums">
          {emptyNames.length} of {blankCount} {blankCount === 1 ? 'blank' : 'blanks'} left
        </span>
      )}
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { Prompt, PromptCard } from '#features/catalogue/contract.ts'
import { isStructured } from '#features/catalogue/structured-text-rules.ts'
import { CategoryLink } from '#features/catalogue/web/category-link.tsx'
import { HiddenCharactersNote } from '#features/catalogue/web/hidden-characters-note.tsx'
import { ownDescription } from '#features/catalogue/web/own-description.ts'
import { PictureFacts } from '#features/catalogue/web/picture-facts.tsx'
import { PromptBadge } from '#features/catalogue/web/prompt-badge.tsx'
import { PromptText } from '#features/catalogue/web/prompt-text.tsx'
import { VoteScale } from '#features/catalogue/web/vote-summary.tsx'
import type { CopyWay } from '#features/prompt-statistics/rules.ts'
import { segmentsWith } from '#features/variables/variable-rules.ts'
import { mediumOf } from '#features/worksheet/medium-rules.ts'
import { Deferred } from '#ui/deferred.tsx'
import { Icon } from '#ui/icon.tsx'
import { lateSection } from '#ui/late-section.tsx'
import { Section } from '#ui/section.tsx'
import { CopyBar } from './copy-bar.tsx'
import { CopyButton } from './copy-button.tsx'
import { PromptFacts } from './prompt-facts.tsx'
import { RunButtons } from './run-buttons.tsx'
import { useShareRequest } from './use-share-request.ts'
import { Worksheet, WorksheetProvider } from './worksheet.tsx'

/**
 * The slots of a prompt's page, which `src/routes/` fills with components of higher features: the card picture, the
 * buttons to save, vote and report, and the sections below the text.
 */
export type PromptSlots = {
  picture?: ReactNode
  actions?: ReactNode
  votes?: ReactNode
  report?: ReactNode
  below?: ReactNode
}

/** The formats in which a prompt can be downloaded, and their names. */
const downloadFormats = { md: 'Markdown', json: 'JSON', skill: 'SKILL.md', prompt: 'Dotprompt' }

const loadShareTools = () => import('./share-tools.tsx').then((tools) => tools.ShareTools)

/** The related prompts. Their code loads after that of the page. */
const RelatedPrompts = lateSection(() =>
  import('#features/catalogue/web/prompt-grid.tsx').then((grid) => grid.PromptGrid),
)

/** A title with more characters than this is shown in smaller type. */
const longTitle = 80

/** A prompt's page: its title, the worksheet, the buttons to copy and run it, facts about it, and related prompts. */
export function PromptPage({
  prompt,
  related,
  placeholders,
  onCopied,
  slots = {},
}: {
  prompt: Prompt
  related: PromptCard[]
  /** Placeholders in the text, such as `[topic]`, that readers can fill in like blanks. */
  placeholders: { written: string; name: string }[]
  onCopied?: (way: CopyWay) => void
  slots?: PromptSlots
}) {
  const segments = useMemo(() => segmentsWith(prompt.content, placeholders), [prompt.content, placeholders])
  const [shareRequest, requestShare] = useShareRequest()
  return (
    <WorksheetProvider
      key={prompt.id}
      segments={segments}
      variables={prompt.variables}
      storageId={prompt.id}
      medium={mediumOf(prompt.category.slug, prompt.tags, prompt.title, prompt.content)}
      onCopied={onCopied}
    >
      <div className="wrap">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 pt-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
          <article>
            <PromptHead prompt={prompt} picture={slots.picture} />
            <Worksheet prompt={prompt} />
            <HiddenCharactersNote characters={prompt.hiddenCharacters} />
          </article>
          <aside className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:sticky lg:top-19" aria-label="Use this prompt">
            <CopyButton className="min-h-16 text-card max-lg:hidden" />
            {shareRequest && (
              <Deferred load={loadShareTools} props={{ prompt, request: shareRequest }} placeholder={null} />
            )}
            <RunButtons />
            {slots.actions}
            {slots.votes ?? <VoteScale votes={prompt.votes} />}
            <details className="run-more">
              <summary>Share and download</summary>
              <div className="mt-3 grid grid-cols-2 gap-2">
                <button type="button" className="btn js-only" onClick={() => requestShare('share')}>
                  <Icon name="share-2" className="icon-sm" />
                  Share
                </button>
                <a className="btn" href={`/prompt/${prompt.slug}.md`}>
                  <Icon name="file-text" className="icon-sm" />
                  Plain text
                </a>
                {segments.some(({ kind }) => kind === 'variable') && (
                  <button type="button" className="btn js-only col-span-2" onClick={() => requestShare('copy-link')}>
                    Copy link with my values
                  </button>
                )}
                <p className="col-span-2 flex flex-wrap gap-x-4 text-ink-2 text-small">
                  Download
                  {Object.entries(downloadFormats).map(([format, label]) => (
                    <a
                      key={format}
                      className="link"
                      href={`/api/prompts/${prompt.slug}/export?format=${format}`}
                      download
                    >
                      {label}
                    </a>
                  ))}
                </p>
              </div>
            </details>
            <PromptFacts prompt={prompt} />
            {slots.report}
          </aside>
        </div>
        {slots.below}
        {related.length > 0 && (
          <Section title="Related">
            <RelatedPrompts prompts={related} />
          </Section>
        )}
      </div>
      <CopyBar />
    </WorksheetProvider>
  )
}

/** Tells whether the text is JSON and its excerpt is a sentence that says what the JSON describes. */
function isDescribedInWords({ content, excerpt }: Prompt): boolean {
  return isStructured(content.trim()) && !isStructured(excerpt)
}

/** Returns the subject in the excerpt of a JSON text, without what may follow it: the style, the format or “ …”. */
function subjectOf(excerpt: string): string {
  return excerpt
    .replace(/^Subject: /, '')
    .replace(/\s(?:Style|Format): .*$/s, '')
    .replace(/(?<=[.!?]) …$/, '')
}

function PromptHead({ prompt, picture }: { prompt: Prompt; picture: ReactNode }) {
  // The description or, if it only repeats the beginning of the text, the subject of a JSON text.
  const lead =
    ownDescription(prompt) ?? (isDescribedInWords(prompt) && <PromptText excerpt={subjectOf(prompt.excerpt)} />)
  return (
    <header>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
        <CategoryLink category={prompt.category} />
        <PromptBadge prompt={prompt} />
        {prompt.tags.map((tag) => (
          <Link key={tag} to="/prompts" search={{ tag }} className="tag" dir="auto">
            {tag}
          </Link>
        ))}
      </div>
      <h1
        className={`max-w-[20em] ${prompt.title.length > longTitle ? 'text-h3 sm:text-h2' : 'text-h1'}`}
        dir="auto"
        lang={prompt.language}
      >
        {prompt.title}
      </h1>
      {lead && (
        <p className="mt-3 max-w-[38em] text-ink-2 text-lead leading-[1.45]" dir="auto" lang={prompt.language}>
          {lead}
        </p>
      )}
      {picture}
      <PictureFacts prompt={prompt} />
    </header>
  )
}

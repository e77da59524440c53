import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { orNotFound } from '#client/not-found.ts'
import type { RouterContext } from '#client/router-context.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { imageCategory } from '#features/catalogue/rules.ts'
import { readCommentPaging } from '#features/catalogue/web/list-search.ts'
import { PromptPending } from '#features/catalogue/web/pending.tsx'
import { promptQuery, relatedPromptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import { VoteScale } from '#features/catalogue/web/vote-summary.tsx'
import { SuggestButton } from '#features/change-requests/web/suggest-button.tsx'
import { CompareButton, CompareSection } from '#features/comparison/web/compare-section.tsx'
import { promptComparisonsQuery } from '#features/comparison/web/comparison-queries.ts'
import { examplesQuery } from '#features/examples/web/example-queries.ts'
import { SaveBarButton, SaveButton } from '#features/favorites/web/save-button.tsx'
import { VisitorReportLink } from '#features/moderation/web/reports/visitor-report-link.tsx'
import { testResultsQuery } from '#features/prompt-tests/web/result-queries.ts'
import { resultsQuery } from '#features/showcase/web/result-queries.ts'
import type { ContentVersion } from '#features/site/page-version-rules.ts'
import type { JsonLdSubject } from '#features/site/web/json-ld.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import type { Tool } from '#features/tools/contract.ts'
import { relatedToolsQuery } from '#features/tools/web/tool-queries.ts'
import { OtherVersions, ReadersVersion } from '#features/translations/web/translation-lines.tsx'
import { withoutBraces } from '#features/variables/variable-rules.ts'
import { useCountView } from '#features/views/web/use-count-view.ts'
import { VotePanel } from '#features/votes/web/vote-buttons.tsx'
import { PromptPage } from '#features/worksheet/web/prompt-page.tsx'
import { useCountCopy } from '#features/worksheet/web/use-count-copy.ts'
import { HiddenPromptNotice } from '#features/writing/web/hidden-prompt-notice.tsx'
import { MemberActions, VersionLinks } from '#features/writing/web/member-actions.tsx'
import { t } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'
import { lateSection } from '#ui/lists/late-section.tsx'
import { Comments, loadReportButton } from '../-slots/-comments.tsx'

export const Route = createFileRoute('/prompt/$slug')({
  validateSearch: readCommentPaging,
  loaderDeps: ({ search: { comments } }) => ({ comments }),
  loader: async ({ context: { queryClient, api }, params: { slug }, deps: { comments } }) => {
    const prompt = await orNotFound(queryClient.query(promptQuery(api, slug)))
    if (prompt.slug !== slug) throw redirect({ to: '/prompt/$slug', params: { slug: prompt.slug }, statusCode: 301 })
    // Imported dynamically, here and below, since every first visit downloads the loader. The static import of
    // `promptComparisonsQuery` is only for the component, which is in a file of its own.
    const [{ commentsQuery }, { promptComparisonsQuery }, { leaderboardQuery }, sections] = await Promise.all([
      import('#features/comments/web/comment-queries.ts'),
      import('#features/comparison/web/comparison-queries.ts'),
      import('#features/comparison/web/ratings/leaderboard-queries.ts'),
      import('../-slots/-empty-sections.ts'),
    ])
    const shown = { showsComparisons: showsComparisons(prompt), comments }
    sections.leaveOutEmptySections({ queryClient, api }, prompt, shown)
    await Promise.all([
      // The page of an unpublished prompt shows no related prompts.
      prompt.status === 'published'
        ? queryClient.query(relatedPromptsQuery(api, slug))
        : queryClient.setQueryData(relatedPromptsQuery(api, slug).queryKey, []),
      queryClient.query(relatedToolsQuery(api, prompt)),
      queryClient.query(examplesQuery(api, slug)),
      prompt.result && queryClient.query(resultsQuery(api, slug)),
      prompt.status === 'published' &&
        orNotFound(queryClient.query(commentsQuery(api, { kind: 'prompt', id: prompt.id, cursor: comments }))),
      queryClient.query(testResultsQuery(api, slug)),
      showsComparisons(prompt) && queryClient.query(promptComparisonsQuery(api, prompt.id)),
      // The server may refuse to compute ratings while it is computing many others. The page works without ratings.
      showsRatings(prompt) && queryClient.query(leaderboardQuery(api, { promptId: prompt.id })).catch(() => null),
    ])
    // Placeholders, such as `[topic]`, can be filled in like blanks. The rules that find them are imported dynamically
    // too: on a first visit, the document contains the placeholders, so the browser doesn't need the rules.
    const { fillablePlaceholders } = await import('#features/variables/placeholder-rules.ts')
    const placeholders = fillablePlaceholders(prompt.content)
    return { title: prompt.title, description: prompt.description || withoutBraces(prompt.excerpt), placeholders }
  },
  head: ({ loaderData, params: { slug }, match }) =>
    headOf(
      match,
      loaderData
        ? {
            title: loaderData.title,
            description: loaderData.description,
            type: 'prompt_detail',
            path: `/prompt/${slug}`,
            versions: import.meta.env.SSR ? versionsOf(match.context, slug) : undefined,
            jsonLd: import.meta.env.SSR ? () => promptSubjects(match.context, slug) : undefined,
          }
        : null,
    ),
  pendingComponent: PromptPending,
  notFoundComponent: HiddenPrompt,
  component: PromptRoute,
})

/**
 * Whether models can be compared on a prompt: on an image prompt only if some have already answered it in published
 * comparisons, because language models can't make images.
 */
function canBeCompared({ category, testedWith }: Prompt): boolean {
  return category.slug !== imageCategory || testedWith.length > 0
}

function showsComparisons(prompt: Prompt): boolean {
  return prompt.status === 'published' && canBeCompared(prompt)
}

/** Whether the page shows ratings: only of a published prompt that models have answered in published comparisons. */
function showsRatings(prompt: Prompt): boolean {
  return prompt.status === 'published' && prompt.testedWith.length > 0
}

function promptSubjects({ queryClient, api }: RouterContext, slug: string): JsonLdSubject[] {
  const prompt = queryClient.getQueryData(promptQuery(api, slug).queryKey)
  return prompt ? [{ kind: 'prompt', prompt }] : []
}

/** A published prompt and its trusted translations, for robots. Undefined if it has none. */
function versionsOf({ queryClient, api }: RouterContext, slug: string): ContentVersion[] | undefined {
  const prompt = queryClient.getQueryData(promptQuery(api, slug).queryKey)
  const trusted = prompt?.translations.filter(({ isTrusted }) => isTrusted) ?? []
  if (!prompt || trusted.length === 0) return undefined
  return [prompt, ...trusted].map(({ id, slug, language }) => ({ id, path: `/prompt/${slug}`, language }))
}

const HeadPicture = lateSection(() => import('../-slots/-example-section.tsx').then((section) => section.HeadPicture))
const ExampleSection = lateSection(() =>
  import('../-slots/-example-section.tsx').then((section) => section.ExampleSection),
)
const ResultSection = lateSection(() =>
  import('#features/showcase/web/result-section.tsx').then((section) => section.ResultSection),
)
const RelatedTools = lateSection(() => import('#features/tools/web/tool-grid.tsx').then((grid) => grid.ToolGrid<Tool>))
const PublishedComparisons = lateSection(() =>
  import('#features/comparison/web/published-comparisons.tsx').then((page) => page.PublishedComparisons),
)
const Ratings = lateSection(() =>
  import('#features/comparison/web/ratings/prompt-ratings.tsx').then((page) => page.PromptRatings),
)
const Tests = lateSection(() =>
  import('#features/prompt-tests/web/tests-section.tsx').then((tests) => tests.TestsSection),
)
const loadGroupPanel = () => import('#features/approvals/web/group-panel.tsx').then((panel) => panel.GroupPanel)
const loadMemberButtons = () => import('../-slots/-member-buttons.tsx').then((buttons) => buttons.MemberButtons)

/** The 404 page of a prompt. Tells members who may see a hidden prompt why it isn't public. */
function HiddenPrompt() {
  const { slug } = Route.useParams()
  return (
    <>
      <HiddenPromptNotice slug={slug} />
      <NotFoundPage />
    </>
  )
}

/**
 * What the menu More has besides sharing. The session is read here and not in `PromptRoute`: if the whole page rendered
 * again before its late sections had hydrated, React would replace those sections.
 */
function More({ prompt }: { prompt: Prompt }) {
  const { user } = useSession()
  return (
    <>
      {canBeCompared(prompt) && <CompareButton />}
      <SuggestButton prompt={prompt} />
      <VersionLinks user={user} prompt={prompt} />
      {user && <Deferred load={loadMemberButtons} props={{ user, prompt }} placeholder={null} />}
      <VisitorReportLink path={`/prompt/${prompt.slug}`} isInMenu />
    </>
  )
}

/** What a member sees about a prompt of their group, and on their own prompt how to share it with a group. */
function GroupActions({ prompt }: { prompt: Prompt }) {
  const { user } = useSession()
  return (
    user?.hasGroups && <Deferred load={loadGroupPanel} props={{ user, prompt }} placeholder={null} failure={null} />
  )
}

function PromptRoute() {
  const { api } = Route.useRouteContext()
  const { slug } = Route.useParams()
  const { data: prompt } = useSuspenseQuery(promptQuery(api, slug))
  const { data: related } = useSuspenseQuery(relatedPromptsQuery(api, slug))
  const { data: tools } = useSuspenseQuery(relatedToolsQuery(api, prompt))
  const { placeholders } = Route.useLoaderData()
  const { comments } = Route.useSearch()
  const countCopy = useCountCopy()
  useCountView(prompt.id)
  const { data: comparisons } = useQuery({
    ...promptComparisonsQuery(api, prompt.id),
    enabled: showsComparisons(prompt),
  })
  const isOfImages = prompt.category.slug === imageCategory
  const examples = <ExampleSection key={prompt.id} prompt={prompt} />
  const below = (
    <>
      {(!isOfImages || canBeCompared(prompt) || prompt.result?.text) && (
        <Section title={t('Results')}>
          {prompt.result?.text && <ResultSection slug={slug} />}
          {!isOfImages && examples}
          {canBeCompared(prompt) && <CompareSection key={prompt.id} prompt={prompt} />}
          {showsRatings(prompt) && <Ratings key={prompt.id} id={prompt.id} />}
          {comparisons && comparisons.total > 0 && <PublishedComparisons key={prompt.id} id={prompt.id} />}
        </Section>
      )}
      <Tests slug={slug} />
      {prompt.status === 'published' && (
        <div className="mt-9 md:mt-12">
          <Comments kind="prompt" id={prompt.id} cursor={comments} loadReport={loadReportButton} />
        </div>
      )}
      {tools.length > 0 && (
        <Section title={t('Related tools')}>
          <RelatedTools tools={tools} />
        </Section>
      )}
    </>
  )
  const votes = (
    <VotePanel prompt={prompt}>
      <VoteScale votes={prompt.votes} />
    </VotePanel>
  )
  const actions = (
    <>
      <MemberActions prompt={prompt} />
      <GroupActions prompt={prompt} />
      <SaveButton prompt={prompt} />
    </>
  )
  const picture = prompt.result?.picture && <HeadPicture prompt={prompt} />
  const slots = {
    readersVersion: <ReadersVersion prompt={prompt} />,
    otherVersions: <OtherVersions prompt={prompt} />,
    picture,
    belowText: (
      <div className="quiet-actions mt-3">
        <SuggestButton prompt={prompt} />
      </div>
    ),
    pictures: isOfImages && examples,
    actions,
    votes,
    saveInBar: <SaveBarButton prompt={prompt} />,
    more: <More prompt={prompt} />,
    below,
  }
  return (
    <PromptPage
      prompt={prompt}
      related={related}
      placeholders={placeholders}
      onCopied={(way) => countCopy(prompt, way)}
      slots={slots}
    />
  )
}

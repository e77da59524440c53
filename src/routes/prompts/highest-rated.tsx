import { createFileRoute } from '@tanstack/react-router'
import { isNarrowed, readListSearch } from '#features/catalogue/web/list-search.ts'
import { PromptListPending } from '#features/catalogue/web/pending.tsx'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'
import { PromptListRoute } from '../-slots/-prompt-list.tsx'
import { loadPromptList, promptFiltersOf } from '../-slots/-prompt-list-loader.ts'
import { promptListSubjects } from '../-slots/-prompt-list-subjects.ts'

const sort = 'highest-rated'

export const Route = createFileRoute('/prompts/highest-rated')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => ({ sort, ...promptFiltersOf(search) }) as const,
  loader: ({ context, deps }) => loadPromptList(context, deps),
  head: ({ match }) =>
    headOf(match, {
      type: 'prompt_list',
      title: t('Highest rated prompts'),
      description: t('Prompts sorted by rating, which combines the share of up votes with the number of votes.'),
      path: '/prompts/highest-rated',
      noIndex: isNarrowed(match.search),
      jsonLd: import.meta.env.SSR
        ? () => promptListSubjects(match.context, t('Highest rated prompts'), match.loaderDeps)
        : undefined,
    }),
  pendingComponent: PromptListPending,
  notFoundComponent: NotFoundPage,
  component: () => <PromptListRoute title={t('Highest rated prompts')} sort={sort} search={Route.useSearch()} />,
})

import { createFileRoute } from '@tanstack/react-router'
import { isNarrowed, readListSearch } from '#features/catalogue/web/list-search.ts'
import { PromptListPending } from '#features/catalogue/web/pending.tsx'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'
import { PromptListRoute } from '../-slots/-prompt-list.tsx'
import { loadPromptList, promptFiltersOf } from '../-slots/-prompt-list-loader.ts'
import { promptListSubjects } from '../-slots/-prompt-list-subjects.ts'

const sort = 'popular'

export const Route = createFileRoute('/prompts/popular')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => ({ sort, ...promptFiltersOf(search) }) as const,
  loader: ({ context, deps }) => loadPromptList(context, deps),
  head: ({ match }) =>
    headOf(match, {
      type: 'prompt_list',
      title: t('Most popular prompts'),
      description: t('The prompts that people copy most.'),
      path: '/prompts/popular',
      noIndex: isNarrowed(match.search),
      jsonLd: import.meta.env.SSR
        ? () => promptListSubjects(match.context, t('Most popular prompts'), match.loaderDeps)
        : undefined,
    }),
  pendingComponent: PromptListPending,
  notFoundComponent: NotFoundPage,
  component: () => <PromptListRoute title={t('Most popular prompts')} sort={sort} search={Route.useSearch()} />,
})

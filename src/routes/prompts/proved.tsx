import { createFileRoute } from '@tanstack/react-router'
import { isNarrowed, readListSearch } from '#features/catalogue/web/list-search.ts'
import { PromptListPending } from '#features/catalogue/web/pending.tsx'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'
import { PromptListRoute } from '../-slots/-prompt-list.tsx'
import { loadPromptList, promptFiltersOf } from '../-slots/-prompt-list-loader.ts'
import { promptListSubjects } from '../-slots/-prompt-list-subjects.ts'

const sort = 'proved'

export const Route = createFileRoute('/prompts/proved')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => ({ sort, ...promptFiltersOf(search) }) as const,
  loader: ({ context, deps }) => loadPromptList(context, deps),
  head: ({ match }) =>
    headOf(match, {
      type: 'prompt_list',
      title: t('Tested prompts'),
      description: t(
        'Prompts that tests, comparisons or members’ reports have shown to work, most recently tested first.',
      ),
      path: '/prompts/proved',
      noIndex: isNarrowed(match.search),
      jsonLd: import.meta.env.SSR
        ? () => promptListSubjects(match.context, t('Tested prompts'), match.loaderDeps)
        : undefined,
    }),
  pendingComponent: PromptListPending,
  notFoundComponent: NotFoundPage,
  component: () => <PromptListRoute title={t('Tested prompts')} sort={sort} search={Route.useSearch()} />,
})

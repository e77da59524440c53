// This file is longer than others because every endpoint of the contract has a line in it.

import { checkerId, composerId } from '#features/models/rules.ts'
import { newId } from '#platform/ids.ts'
import {
  collectedTitle,
  commonTag,
  type GroupReader,
  groupReaders,
  type Reader,
  readers,
  type TestPrompt,
  testGroup,
  wordsOf,
} from './prompts-by-state.ts'

/** A request about a prompt. `method`: GET if it is unset. */
export type TestRequest = { path: string; method?: string; json?: object }
/**
 * How to request a prompt from an endpoint, and which readers see a published prompt there. `refuses`: readers who may
 * not see the prompt get an error. `showsGroups`: the members of a group who see there a prompt that is shared with it.
 */
export type TestedEndpoint = {
  requests: (prompt: TestPrompt) => TestRequest[]
  shows: readonly Reader[]
  showsGroups?: readonly GroupReader[]
  refuses?: true
}
/**
 * `never`: the reason why the table has no requests to the endpoint. Usually, its responses never contain the text or
 * title of a prompt.
 */
export type Row = TestedEndpoint | { never: string }

const members = ['other', 'author', 'moderator', 'admin'] as const
const staff = ['moderator', 'admin'] as const

const get = (shows: readonly Reader[], ...paths: ((prompt: TestPrompt) => string)[]): TestedEndpoint => ({
  requests: (prompt) => paths.map((path) => ({ path: path(prompt) })),
  shows,
})
const write = (
  shows: readonly Reader[],
  method: string,
  ...requests: ((prompt: TestPrompt) => Omit<TestRequest, 'method'>)[]
): TestedEndpoint => ({
  requests: (prompt) => requests.map((request) => ({ method, json: {}, ...request(prompt) })),
  shows,
})
/** Like `write`, for writes to a prompt, which are refused if the reader may not see the prompt. */
const act = (...args: Parameters<typeof write>): TestedEndpoint => ({ ...write(...args), refuses: true })
/** Marks an endpoint that shows the members of a group what is shared with it. */
const andGroups = (endpoint: TestedEndpoint, showsGroups: readonly GroupReader[] = groupReaders): TestedEndpoint => ({
  ...endpoint,
  showsGroups,
})
/** Like `get`, for what is about one prompt: it is refused if the reader may not see the prompt. */
const guard = (...args: Parameters<typeof get>): TestedEndpoint => ({ ...get(...args), refuses: true })
const never = (reason: string): Row => ({ never: reason })

const account = never('It is about an account.')
const money = never('It is about credits or money.')
const noContent = never('It returns nothing.')
const numbers = never('It returns ids and numbers.')
const tools = never('It is about tools.')
const group = never('It is about a group’s settings and members.')
// The draft that was never shown has no comparison, suggested edit, example or case. Its own id stands in for their
// ids, so that the response is a 404.
const ofComparison =
  (path = '') =>
  (prompt: TestPrompt) =>
    `/api/comparisons/${prompt.comparisonId || prompt.id}${path}`
const ofCollection =
  (path = '') =>
  ({ collectionSlug }: TestPrompt) =>
    `/api/collections/${collectionSlug}${path}`
const promptComments = ({ id }: TestPrompt) => `/api/prompts/${id}/comments`
const ofChangeRequest =
  (path = '') =>
  ({ changeRequestId, id }: TestPrompt) =>
    `/api/change-requests/${changeRequestId || id}${path}`
const ofApproval =
  (path = '') =>
  ({ approvalId, id }: TestPrompt) =>
    `/api/approvals/${approvalId || id}${path}`
const suggestion = {
  baseVersion: 1,
  title: 'Better',
  description: '',
  content: 'Say it in fewer words.',
  reason: 'Shorter.',
}
const ownComment = never('It returns the caller’s own comment.')
// These numbers make names and texts unique, because the site refuses some repeated ones.
let pastedAnswers = 0
let remarks = 0
let sets = 0

/** The endpoints of the contract, by name. */
export const endpointTable: Record<string, Row> = {
  login: account,
  register: account,
  logout: account,
  getOwnUser: never('It is about an account; what comes with it is what other endpoints answer.'),
  forgotPassword: account,
  resetPassword: account,
  changePassword: account,
  verifyEmail: account,
  requestVerification: account,
  setLanguage: account,
  listSessions: account,
  endSession: account,
  exportAccount: get(['other', 'author', 'moderator'], () => '/api/user/export'),
  deleteAccount: account,
  logInByCode: account,
  getSecondFactor: account,
  setUpSecondFactor: account,
  confirmSecondFactor: account,
  switchSecondFactorOff: account,
  renewRecoveryCodes: account,
  startPasskeyLogin: account,
  logInByPasskey: account,
  listPasskeys: account,
  startPasskeyRegistration: account,
  addPasskey: account,
  removePasskey: account,
  startProviderLogin: account,
  finishProviderLogin: account,
  listConnections: account,
  removeConnection: account,
  listOwnGroups: group,
  getGroup: group,
  listGroupMembers: group,
  addGroupMember: group,
  changeGroupMember: group,
  removeGroupMember: noContent,
  listGroups: group,
  createGroup: group,
  readGroupSettings: group,
  editGroup: group,
  deleteGroup: noContent,
  listGroupClaimProblems: group,
  exportGroup: never('It is a zip for members of the group, which group-transfer.http.test.ts checks.'),
  importGroup: never('It repeats the titles in the caller’s file.'),
  listInvitations: account,
  createInvitation: account,
  revokeInvitation: noContent,
  listTokens: account,
  createToken: account,
  revokeToken: account,
  listTokensOf: account,
  revokeTokenOf: account,
  listApps: account,
  disconnectApp: noContent,
  countAppsOf: account,
  getHome: get(readers, () => '/api/home?includeAllTools=true'),
  listCategories: never('It returns categories.'),
  getCategory: never('It returns a category.'),
  listPrompts: andGroups(
    get(
      readers,
      ...['newest', 'popular', 'highest-rated', 'trending', 'proved'].map(
        (sort) => () => `/api/prompts?limit=100&sort=${sort}`,
      ),
      () => '/api/prompts?limit=100&category=research',
      () => `/api/prompts?limit=100&tag=${commonTag}`,
      () => `/api/prompts?limit=100&tag=${commonTag}&category=research`,
      () => '/api/prompts?limit=100&featured=true',
      ({ author }) => `/api/prompts?limit=100&author=${author}`,
      ({ state }) => `/api/prompts?q=${wordsOf(state).title}`,
      ({ state }) => `/api/prompts?sort=popular&q=${wordsOf(state).text}`,
    ),
  ),
  listNewestPrompts: andGroups(get(readers, () => '/api/prompts/newest?limit=100')),
  listRecentPrompts: andGroups(get(readers, () => '/api/prompts/recent?limit=100')),
  listHighestRatedPrompts: andGroups(get(readers, () => '/api/prompts/highest-rated?limit=100')),
  listMostCopiedPrompts: andGroups(get(readers, () => '/api/prompts/most-copied?limit=100')),
  listFeaturedPrompts: get(readers, () => '/api/prompts/featured'),
  listRelatedPrompts: get(
    readers,
    ({ id }) => `/api/prompts/related/${id}`,
    // The prompt of which the prompts in all states are forks.
    () => '/api/prompts/related/zqlike-it',
  ),
  listPromptsAbout: get(readers, () => `/api/prompts/related?tags=${commonTag}&category=research`),
  listCategoryPrompts: andGroups(get(readers, () => '/api/prompts/category/research?limit=100')),
  getPrompt: andGroups(
    get(
      readers,
      ({ id }) => `/api/prompts/${id}`,
      ({ slug }) => `/api/prompts/${slug}`,
      ({ formerSlug }) => `/api/prompts/${formerSlug}`,
      ({ id }) => `/api/prompts/${id}?label=production`,
    ),
  ),
  createPrompt: act(members, 'POST', ({ id }) => {
    const json = {
      title: 'Made from another',
      content: 'A text of my own.',
      category: 'general',
      status: 'draft',
    }
    return { path: '/api/prompts', json: { ...json, forkOf: id } }
  }),
  editPrompt: act(['author', ...staff], 'PATCH', ({ id }) => ({ path: `/api/prompts/${id}` })),
  deletePrompt: noContent,
  restorePrompt: act(['author', ...staff], 'POST', ({ id }) => ({ path: `/api/prompts/${id}/restore` })),
  getVersionDigest: guard([], ({ id }) => `/api/prompts/${id}/versions/1/digest`),
  listWebhooks: account,
  createWebhook: account,
  changeWebhook: account,
  renewWebhookSecret: account,
  deleteWebhook: noContent,
  pingWebhook: numbers,
  listWebhookDeliveries: never('It returns states and the answers of receivers.'),
  resendWebhookDelivery: numbers,
  listLabels: guard([], ({ id }) => `/api/prompts/${id}/labels`),
  moveLabel: act([], 'PUT', ({ id }) => ({ path: `/api/prompts/${id}/labels/staging`, json: { version: 1 } })),
  removeLabel: noContent,
  linkTranslation: act([], 'PUT', ({ id }) => ({ path: `/api/prompts/${id}/translation`, json: { of: id } })),
  unlinkTranslation: noContent,
  listLabelMoves: guard([], ({ id }) => `/api/prompts/${id}/label-moves`),
  fillPrompt: andGroups(get(readers, ({ id }) => `/api/prompts/${id}/filled`)),
  listValueSets: guard([], ({ id }) => `/api/prompts/${id}/value-sets`),
  saveValueSet: act([], 'POST', ({ id }) => ({
    path: `/api/prompts/${id}/value-sets`,
    json: { name: `Set ${++sets}`, values: {} },
  })),
  changeValueSet: act([], 'PATCH', ({ id }) => ({
    path: `/api/prompts/${id}/value-sets/${newId()}`,
    json: { values: {} },
  })),
  deleteValueSet: noContent,
  getResults: guard([], ({ id }) => `/api/prompts/${id}/results`),
  listExamples: guard([], ({ id }) => `/api/prompts/${id}/examples`),
  listUserExamples: get(readers, () => '/api/users/mo/examples?limit=100'),
  listOwnExamples: get([], () => '/api/user/examples?limit=100'),
  uploadPicture: never('It returns the address of a picture.'),
  readOwnPicture: never('It returns a picture.'),
  addExample: never('It returns what the caller sent.'),
  deleteExample: noContent,
  exportPrompt: andGroups(
    get(
      readers,
      ...['md', 'skill', 'prompt', 'md&label=production'].map(
        (format) =>
          ({ id }: TestPrompt) =>
            `/api/prompts/${id}/export?format=${format}`,
      ),
    ),
  ),
  listVersions: andGroups(
    get(
      readers,
      ({ id }) => `/api/prompts/${id}/versions`,
      ({ id }) => `/api/prompts/${id}/versions?label=production`,
    ),
  ),
  listForks: get(
    readers,
    ({ id }) => `/api/prompts/${id}/forks`,
    () => '/api/prompts/zqlike-it/forks',
  ),
  checkPrompt: write(members, 'POST', ({ content }) => ({
    path: '/api/prompts/check',
    json: { content, title: 'Alike' },
  })),
  countFilters: numbers,
  suggestTags: get(readers, ({ state }) => `/api/tags?q=${wordsOf(state).tag.slice(0, -1)}`),
  publishDrafts: never('It would publish the drafts that other endpoints are tested with.'),
  listOwnPrompts: andGroups(
    get(
      ['author'],
      ...['', ...['draft', 'pending', 'removed', 'deleted'].map((status) => `&status=${status}`)].map(
        (status) => () => `/api/user/prompts?limit=100${status}`,
      ),
    ),
    ['author'],
  ),
  exportOwnPrompts: andGroups(
    get(
      ['author'],
      () => '/api/user/prompts/export?format=json',
      () => '/api/user/prompts/export?format=csv',
      () => '/api/user/prompts/export?format=json&label=production',
    ),
    ['author'],
  ),
  importOwnPrompts: never('It repeats what the caller’s file contains.'),
  copyPrompt: act([], 'POST', ({ id }) => ({ path: `/api/prompts/${id}/copy` })),
  listTools: tools,
  listFeaturedTools: tools,
  countTools: tools,
  listRelatedTools: tools,
  getTool: tools,
  castVote: act([], 'POST', ({ id }) => ({ path: '/api/votes', json: { promptId: id, value: 1 } })),
  listOwnVotes: numbers,
  listFavorites: get(
    ['other'],
    () => '/api/favorites?limit=100',
    ({ state }) => `/api/favorites?q=${wordsOf(state).title}`,
  ),
  listFavoriteStates: numbers,
  savePrompt: act([], 'POST', ({ id }) => ({ path: '/api/favorites', json: { promptId: id } })),
  unsavePrompt: numbers,
  listFollows: get(['other'], () => '/api/user/follows?limit=100'),
  listFollowStates: numbers,
  follow: act([], 'PUT', ({ id }) => ({ path: `/api/user/follows/prompt/${id}` })),
  unfollow: noContent,
  listBlocks: account,
  blockPerson: account,
  unblockPerson: noContent,
  listNotifications: get(['other'], () => '/api/notifications?limit=100'),
  countNotifications: numbers,
  markNotification: noContent,
  markNotificationsRead: noContent,
  getNotificationSettings: account,
  editNotificationSettings: account,
  createNotificationFeed: account,
  revokeNotificationFeed: noContent,
  listCollections: get(readers, () => '/api/collections?limit=100'),
  getCollection: get(readers, ofCollection()),
  getCollectionSkills: numbers,
  getSkillDownloads: numbers,
  getSkillAddress: account,
  createSkillAddress: account,
  revokeSkillAddress: noContent,
  listGroupCollections: never('It is about collections of a group, which group-collections.http.test.ts checks.'),
  listOwnCollections: get(
    ['other'],
    () => '/api/user/collections',
    ({ id }) => `/api/user/collections?kind=prompt&target=${id}`,
  ),
  createCollection: never('It repeats what the caller sent.'),
  editCollection: write(['other'], 'PATCH', (prompt) => ({ path: ofCollection()(prompt) })),
  deleteCollection: noContent,
  forkCollection: write(members, 'POST', (prompt) => ({ path: ofCollection('/fork')(prompt) })),
  addCollectionItem: act(['other'], 'POST', (prompt) => ({
    path: ofCollection('/items')(prompt),
    json: { kind: 'prompt', id: prompt.id },
  })),
  changeCollectionItem: act([], 'PATCH', (prompt) => ({
    path: ofCollection(`/items/${newId()}`)(prompt),
    json: { note: 'Look.' },
  })),
  moveCollectionItem: numbers,
  removeCollectionItem: noContent,
  search: andGroups(
    get(
      readers,
      () => `/api/search?q=${collectedTitle}`,
      ({ state }) => `/api/search?q=${wordsOf(state).title}`,
      ({ state }) => `/api/search?q=${wordsOf(state).text}`,
      // This search is mistyped, because the correction that the API suggests is a word of a title.
      ({ state }) => `/api/search?q=${wordsOf(state).title.slice(0, -1)}`,
      () => '/api/search?q=in+plain+words&sort=newest&type=prompts&limit=100',
    ),
  ),
  suggestSearches: andGroups(
    get(readers, ({ state }) => `/api/search/suggestions?q=${wordsOf(state).title.slice(0, -1)}`),
  ),
  readFeaturedAnswers: get([], () => '/api/admin/featured-answers'),
  askFeatured: never('It returns the same as readFeaturedAnswers.'),
  listTopContributors: get(readers, () => '/api/top-contributors?limit=100'),
  getUser: get(readers, ({ author }) => `/api/users/${author}`),
  listOwnClaims: account,
  requestClaim: account,
  releaseClaim: noContent,
  getProfile: account,
  editProfile: account,
  getAuthor: never('The prompts of this test credit nobody; credited-authors.http.test.ts checks what it shows.'),
  getCredits: money,
  getCreditSummary: money,
  listCreditHistory: money,
  decreaseCredits: money,
  increaseCredits: money,
  giveCredits: money,
  getSubscription: money,
  getPlans: money,
  listInvoices: money,
  createPaymentIntent: money,
  createSubscription: money,
  confirmPayment: money,
  payInvoice: money,
  cancelSubscription: money,
  resumeSubscription: money,
  openPortal: money,
  handleWebhook: money,
  listModels: never('It returns models.'),
  readModelReport: never('It returns models.'),
  readHealth: never('It returns checks of the site, and SQL statements without their values.'),
  tryModel: never('It returns a model’s answer to a fixed question.'),
  fetchModelList: never('It returns models.'),
  generatePrompt: never('It writes a prompt for the caller’s own idea.'),
  listGenerations: never('It returns what was written for the caller’s own ideas.'),
  deleteGeneration: noContent,
  compareModels: act(['other'], 'POST', ({ id }) => ({
    path: '/api/comparisons',
    json: { promptId: id, models: [composerId, checkerId] },
  })),
  getComparison: get(readers, ofComparison(), ofComparison('?blind=true')),
  changeComparison: write(['other'], 'PATCH', (prompt) => ({ path: ofComparison()(prompt), json: { name: 'Both' } })),
  deleteComparison: noContent,
  stopAnswer: noContent,
  publishComparison: write(['other'], 'POST', (prompt) => ({ path: ofComparison('/publish')(prompt) })),
  shareComparison: write(['other'], 'POST', (prompt) => ({ path: ofComparison('/share')(prompt) })),
  pasteAnswer: write(['other'], 'POST', (prompt) => ({
    path: ofComparison('/answers')(prompt),
    json: { model: `Another ${++pastedAnswers}`, text: 'From elsewhere.' },
  })),
  voteComparison: write(members, 'POST', (prompt) => ({
    path: ofComparison('/vote')(prompt),
    json: { outcome: 'tie' },
  })),
  drawRound: never('It draws one of many comparisons; rounds.http.test.ts checks what it shows.'),
  answerRound: never('It needs an open round; rounds.http.test.ts checks what it shows.'),
  listComparisons: get(['other'], () => '/api/user/comparisons?limit=100'),
  createChangeRequest: act([], 'POST', ({ id }) => ({ path: `/api/prompts/${id}/change-requests`, json: suggestion })),
  listPromptChangeRequests: guard(members, ({ id }) => `/api/prompts/${id}/change-requests`),
  listChangeRequests: get(
    ['other', 'author'],
    () => '/api/user/change-requests?limit=100',
    () => '/api/user/change-requests?limit=100&role=proposer',
  ),
  getChangeRequest: get(members, ofChangeRequest()),
  reviseChangeRequest: act(['other'], 'PUT', (prompt) => ({
    path: ofChangeRequest()(prompt),
    json: { ...suggestion, revision: 1 },
  })),
  // Revision 99 doesn't exist, so this request and the next two change nothing.
  acceptChangeRequest: act([], 'POST', (prompt) => ({
    path: ofChangeRequest('/accept')(prompt),
    json: { revision: 99, version: 1 },
  })),
  declineChangeRequest: act([], 'POST', (prompt) => ({
    path: ofChangeRequest('/decline')(prompt),
    json: { revision: 99, reason: 'No need.' },
  })),
  askForChanges: act([], 'POST', (prompt) => ({
    path: ofChangeRequest('/ask')(prompt),
    json: { revision: 99, reason: 'Explain.' },
  })),
  runRequestTests: act([], 'POST', (prompt) => ({
    path: ofChangeRequest('/tests/runs')(prompt),
    json: { side: 'proposed', models: [composerId] },
  })),
  listSideResults: never('It returns models and numbers.'),
  withdrawChangeRequest: never('It returns the caller’s own suggestion, by the rule of getChangeRequest.'),
  sendForApproval: act([], 'POST', ({ id }) => ({
    path: `/api/prompts/${id}/approvals`,
    json: { status: 'shared', group: 'no-such-group' },
  })),
  listApprovals: get(
    [],
    () => '/api/user/approvals?limit=100',
    () => '/api/user/approvals?limit=100&role=author',
    () => `/api/user/approvals?limit=100&group=${testGroup}`,
  ),
  getApproval: guard([], ofApproval()),
  // Revision 99 doesn't exist, so these requests change nothing.
  reviseApproval: act([], 'PUT', (prompt) => ({ path: ofApproval()(prompt), json: { title: 'Other', revision: 99 } })),
  withdrawApproval: act([], 'POST', (prompt) => ({ path: ofApproval('/withdraw')(prompt) })),
  approve: act([], 'POST', (prompt) => ({ path: ofApproval('/approve')(prompt), json: { revision: 99, version: 1 } })),
  returnApproval: act([], 'POST', (prompt) => ({
    path: ofApproval('/return')(prompt),
    json: { revision: 99, reason: 'No need.' },
  })),
  commentOnApproval: act([], 'POST', (prompt) => ({
    path: ofApproval('/comments')(prompt),
    json: { body: `Remark ${++remarks}` },
  })),
  getOversight: guard([], ({ id }) => `/api/prompts/${id}/review`),
  changeOwner: act([], 'PATCH', ({ id }) => ({ path: `/api/prompts/${id}/review`, json: { owner: null } })),
  confirmReview: act([], 'POST', ({ id }) => ({ path: `/api/prompts/${id}/review/confirm` })),
  retirePrompt: act([], 'POST', ({ id }) => ({ path: `/api/prompts/${id}/review/retire` })),
  listDueReviews: get([], () => '/api/user/reviews?limit=100'),
  listOverdueReviews: get([], () => `/api/groups/${testGroup}/reviews?limit=100`),
  getTests: guard([], ({ id }) => `/api/prompts/${id}/tests`),
  getTestResults: guard([], ({ id }) => `/api/prompts/${id}/tests/results`),
  listEndedModels: never('It returns models and numbers.'),
  listDependentPrompts: get([], () => '/api/ended-models/prompts?model=steady'),
  endModel: never('It returns nothing about prompts.'),
  getTestFile: andGroups(get(readers, ({ id }) => `/api/prompts/${id}/tests/promptfoo.yaml`)),
  addTestCase: act([], 'POST', ({ id }) => ({
    path: `/api/prompts/${id}/tests/cases`,
    json: { reason: 'Greets', values: {}, checks: [{ kind: 'json' }] },
  })),
  changeTestCase: act([], 'PATCH', ({ id }) => ({ path: `/api/prompts/${id}/tests/cases/${newId()}` })),
  acceptTestCase: act([], 'POST', ({ id }) => ({ path: `/api/prompts/${id}/tests/cases/${newId()}/accept` })),
  deleteTestCase: noContent,
  tryTestCase: act(members, 'POST', ({ id }) => ({
    path: `/api/prompts/${id}/tests/check`,
    json: { values: {}, checks: [{ kind: 'json' }] },
  })),
  runTests: act([], 'POST', ({ id }) => ({ path: `/api/prompts/${id}/tests/runs`, json: { models: [composerId] } })),
  listTestRuns: guard([], ({ id }) => `/api/prompts/${id}/tests/runs`),
  getTestRun: guard([], ({ id }) => `/api/prompts/${id}/tests/runs/${newId()}`),
  listPromptComparisons: guard(readers, ({ id }) => `/api/prompts/${id}/comparisons`),
  getLeaderboard: never('It returns models.'),
  listPromptComments: guard([], promptComments),
  postPromptComment: act([], 'POST', (prompt) => ({
    path: promptComments(prompt),
    json: { content: `Remark ${++remarks}` },
  })),
  closePromptComments: act([], 'PATCH', (prompt) => ({ path: promptComments(prompt), json: { closed: false } })),
  listToolComments: tools,
  postToolComment: tools,
  closeToolComments: tools,
  listComparisonComments: get([], ofComparison('/comments')),
  postComparisonComment: act([], 'POST', (prompt) => ({
    path: ofComparison('/comments')(prompt),
    json: { content: `Remark ${++remarks}` },
  })),
  closeComparisonComments: act([], 'PATCH', (prompt) => ({
    path: ofComparison('/comments')(prompt),
    json: { closed: false },
  })),
  editComment: ownComment,
  deleteComment: noContent,
  reportContent: act(
    [],
    'POST',
    ({ id }) => ({ path: '/api/reports', json: { promptId: id, reason: 'spam' } }),
    ({ comparisonId, id }) => ({ path: '/api/reports', json: { comparisonId: comparisonId || id, reason: 'spam' } }),
  ),
  readOverview: get([], () => '/api/admin/overview'),
  listReports: get(
    staff,
    () => '/api/admin/reports?limit=100',
    () => '/api/admin/reports?limit=100&state=decided',
  ),
  decideReport: act(staff, 'POST', ({ caseId, id }) => ({
    path: `/api/admin/reports/${caseId || id}`,
    json: { action: 'dismiss' },
  })),
  listAdminPrompts: get(
    staff,
    ...['published', 'pending', 'removed', 'deleted'].map(
      (status) => () => `/api/admin/prompts?limit=100&status=${status}`,
    ),
    ({ state }) => `/api/admin/prompts?status=deleted&q=${wordsOf(state).title}`,
  ),
  moderateCollection: write(staff, 'PATCH', ({ collectionSlug }) => ({
    path: `/api/admin/collections/${collectionSlug}`,
  })),
  listAdminComments: get(
    [],
    () => '/api/admin/comments',
    () => '/api/admin/comments?state=removed',
  ),
  moderateComment: never('It returns a comment, and names its subject by the rule of listAdminComments.'),
  moderatePrompt: act(staff, 'PATCH', ({ id }) => ({ path: `/api/admin/prompts/${id}` })),
  listAdminTools: tools,
  setToolPicture: tools,
  removeToolPicture: tools,
  createTool: tools,
  changeTool: tools,
  deleteTool: tools,
  listAdminCategories: never('It returns categories.'),
  createCategory: never('It returns a category.'),
  changeCategory: never('It returns a category.'),
  deleteCategory: noContent,
  listPeople: account,
  changePerson: account,
  listAdminExamples: get(
    staff,
    () => '/api/admin/examples?limit=100',
    () => '/api/admin/examples?limit=100&state=removed',
  ),
  decideExample: act(staff, 'POST', ({ exampleId, id }) => ({
    path: `/api/admin/examples/${exampleId || id}`,
    json: { action: 'dismiss' },
  })),
  removeProfile: noContent,
  listClaims: account,
  decideClaim: account,
  listMessages: never('It returns what visitors wrote.'),
  markMessage: never('It returns what a visitor wrote.'),
  makeResetLink: never('It returns a link for setting a new password.'),
  listAudit: get(['admin'], () => '/api/admin/audit?limit=100'),
  clearCache: noContent,
  sendContact: noContent,
  getLegalPage: never('It returns text that the operator wrote.'),
  getReference: never('It describes the API.'),
  getReferenceSubject: never('It describes the API.'),
  getFooter: never('It returns categories, tools and numbers.'),
  countView: noContent,
  getStatistics: andGroups(
    get(
      ['author'],
      ({ id }) => `/api/prompts/${id}/statistics`,
      ({ slug }) => `/api/prompts/${slug}/statistics`,
    ),
    ['author'],
  ),
  getStatisticsFile: never('It returns days and numbers.'),
  listOwnReads: numbers,
  getSiteViews: get(['admin'], () => '/api/admin/views'),
  getCaptcha: never('It returns a challenge.'),
}

/** The lists and files of skills below a path. Their titles and texts are those of published prompts. */
function skillFiles(path: string, prefixOf: (prompt: TestPrompt) => string): Record<string, Row> {
  const lists = ['/.well-known/agent-skills/index.json', '/marketplace.json']
  const of = (...paths: ((prompt: TestPrompt) => string)[]) =>
    get(readers, ...paths.map((below) => (prompt: TestPrompt) => prefixOf(prompt) + below(prompt)))
  return Object.fromEntries([
    ...lists.flatMap((list): [string, Row][] => [
      [path + list, of(() => list)],
      [`${path}/collection/:slug${list}`, of(({ collectionSlug }) => `/collection/${collectionSlug}${list}`)],
      [`${path}/mcp/c/:slug${list}`, of(({ collectionSlug }) => `/mcp/c/${collectionSlug}${list}`)],
      [`${path}/prompt/:slug${list}`, of(({ slug }) => `/prompt/${slug}${list}`)],
    ]),
    [
      `${path}/.well-known/agent-skills/:name/:file{SKILL\\.md|skill\\.zip|plugin\\.zip}`,
      of(
        ({ slug }) => `/.well-known/agent-skills/${slug}/SKILL.md`,
        ({ slug }) => `/.well-known/agent-skills/${slug}/skill.zip`,
        ({ slug }) => `/.well-known/agent-skills/${slug}/plugin.zip`,
        ({ formerSlug }) => `/.well-known/agent-skills/${formerSlug}/SKILL.md`,
      ),
    ],
  ])
}

/** What the app serves outside the contract, by the pattern of the path: texts, images and other files. */
export const fileTable: Record<string, Row> = {
  ...skillFiles('', () => ''),
  ...skillFiles('/label/:label', () => '/label/production'),
  ...skillFiles('/skills/private/:token', ({ skills }) => skills),
  ...skillFiles('/skills/private/:token/label/:label', ({ skills }) => `${skills}/label/production`),
  '/prompt/:file{[^/]+\\.md}': get(
    readers,
    ({ slug }) => `/prompt/${slug}.md`,
    ({ formerSlug }) => `/prompt/${formerSlug}.md`,
    ({ slug }) => `/prompt/${slug}.md?label=production`,
  ),
  '/collection/:file{[^/]+\\.md}': get(readers, ({ collectionSlug }) => `/collection/${collectionSlug}.md`),
  '/collection/:file{[^/]+\\.json}': get(readers, ({ collectionSlug }) => `/collection/${collectionSlug}.json`),
  '/collection/:slug/feed.xml': get(readers, ({ collectionSlug }) => `/collection/${collectionSlug}/feed.xml`),
  '/share/collection/:file{[^/]+\\.png}': never(
    'A test can’t search the text of an image; collection-texts.http.test.ts checks who gets it.',
  ),
  '/feed.xml': get(readers, () => '/feed.xml'),
  '/category/:slug/feed.xml': get(readers, () => '/category/research/feed.xml'),
  '/user/:username/feed.xml': get(readers, ({ author }) => `/user/${author}/feed.xml`),
  '/feeds/private/:token': get(readers, ({ feed }) => feed),
  '/unsubscribe/:token': never('It is about emails.'),
  '/.well-known/oauth-protected-resource/*': never('It is about access for apps.'),
  '/.well-known/oauth-authorization-server/oauth': never('It is about access for apps.'),
  '/oauth/.well-known/openid-configuration': never('It is about access for apps.'),
  '/oauth/jwks': never('It is about access for apps.'),
  '/oauth/auth': never('It is about access for apps.'),
  '/oauth/auth/:request{[\\w-]+}': never('It is about access for apps.'),
  '/oauth/consent/:request': never('It is about access for apps.'),
  '/pictures/tools/:id/:file': tools,
  '/prompts.md': get(readers, () => '/prompts.md'),
  '/category/:file{[^/]+\\.md}': get(readers, () => '/category/research.md'),
  '/sitemap/prompts.xml': get(readers, () => '/sitemap/prompts.xml'),
  '/share/prompt/:file{[^/]+\\.png}': get(readers, ({ slug }) => `/share/prompt/${slug}.png`),
  '/embed/prompt/:slug': get(readers, ({ slug }) => `/embed/prompt/${slug}`),
  '/oembed': get(
    readers,
    ({ slug }) => `/oembed?url=http://localhost/prompt/${slug}`,
    ({ slug }) => `/oembed?url=http://localhost/embed/prompt/${slug}`,
  ),
  '/dump/prompts.jsonl.gz': get(readers, () => '/dump/prompts.jsonl.gz'),
  '/pictures/:key/:file': never('It returns a picture; examples.http.test.ts checks who sees it.'),
  '/share/category/:file{[^/]+\\.png}': never('It shows a category.'),
  '/share/tool/:file{[^/]+\\.png}': tools,
  '/share/user/:file{[^/]+\\.png}': never('It shows a name and numbers.'),
  '/share/site.png': never('It shows the site.'),
  '/api/user/credits/history.csv': money,
  '/own-machine': never('It is the same for everybody.'),
  '/api/leaderboard.csv': never('It returns models.'),
  '/robots.txt': never('It says where robots may go.'),
  '/llms.txt': never('It returns categories.'),
  '/tools.md': tools,
  '/sitemap.xml': never('It returns addresses of other sitemaps.'),
  '/sitemap/pages.xml': never('It returns addresses of pages that are about no prompt.'),
  '/sitemap/tools.xml': tools,
  '/sitemap/collections.xml': never('It returns addresses of collections.'),
  '/sitemap/people.xml': never('It returns addresses of people.'),
  '/sitemap/authors.xml': never('It returns addresses of credited authors.'),
  '/api/openapi.json': never('It describes the API.'),
}

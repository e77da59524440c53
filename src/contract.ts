import { accountsContract } from '#features/accounts/contract.ts'
import { approvalsContract } from '#features/approvals/contract.ts'
import { billingContract } from '#features/billing/contract.ts'
import { blocksContract } from '#features/blocks/contract.ts'
import { captchaContract } from '#features/captcha/contract.ts'
import { catalogueContract } from '#features/catalogue/contract.ts'
import { changeRequestsContract } from '#features/change-requests/contract.ts'
import { claimsContract } from '#features/claims/contract.ts'
import { collectionsContract } from '#features/collections/contract.ts'
import { commentsContract } from '#features/comments/contract.ts'
import { comparisonContract } from '#features/comparison/contract.ts'
import { connectionsContract } from '#features/connections/contract.ts'
import { contactContract } from '#features/contact/contract.ts'
import { contributorsContract } from '#features/contributors/contract.ts'
import { creditsContract } from '#features/credits/contract.ts'
import { examplesContract } from '#features/examples/contract.ts'
import { favoritesContract } from '#features/favorites/contract.ts'
import { followingContract } from '#features/following/contract.ts'
import { generatorContract } from '#features/generator/contract.ts'
import { groupTransferContract } from '#features/group-transfer/contract.ts'
import { groupsContract } from '#features/groups/contract.ts'
import { healthContract } from '#features/health/contract.ts'
import { homeContract } from '#features/home/contract.ts'
import { invitationsContract } from '#features/invitations/contract.ts'
import { modelsContract } from '#features/models/contract.ts'
import { moderationContract } from '#features/moderation/contract.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { oauthContract } from '#features/oauth/contract.ts'
import { passkeysContract } from '#features/passkeys/contract.ts'
import { promptSearchContract } from '#features/prompt-search/contract.ts'
import { promptStatisticsContract } from '#features/prompt-statistics/contract.ts'
import { promptTestsContract } from '#features/prompt-tests/contract.ts'
import { radarContract } from '#features/radar/contract.ts'
import { referenceContract } from '#features/reference/contract.ts'
import { searchContract } from '#features/search/contract.ts'
import { secondFactorContract } from '#features/second-factor/contract.ts'
import { showcaseContract } from '#features/showcase/contract.ts'
import { siteContract } from '#features/site/contract.ts'
import { skillsContract } from '#features/skills/contract.ts'
import { tokensContract } from '#features/tokens/contract.ts'
import { toolsContract } from '#features/tools/contract.ts'
import { transferContract } from '#features/transfer/contract.ts'
import { translationsContract } from '#features/translations/contract.ts'
import { viewsContract } from '#features/views/contract.ts'
import { votesContract } from '#features/votes/contract.ts'
import { webhooksContract } from '#features/webhooks/contract.ts'
import { worksheetContract } from '#features/worksheet/contract.ts'
import { writingContract } from '#features/writing/contract.ts'

/** All endpoints with their inputs and responses. The server, the client and OpenAPI are derived from them. */
export const contract = {
  ...accountsContract,
  ...secondFactorContract,
  ...passkeysContract,
  ...connectionsContract,
  ...groupsContract,
  ...groupTransferContract,
  ...invitationsContract,
  ...tokensContract,
  ...oauthContract,
  ...homeContract,
  ...catalogueContract,
  ...promptSearchContract,
  ...writingContract,
  ...translationsContract,
  ...worksheetContract,
  ...examplesContract,
  ...showcaseContract,
  ...transferContract,
  ...toolsContract,
  ...votesContract,
  ...favoritesContract,
  ...followingContract,
  ...blocksContract,
  ...notificationsContract,
  ...collectionsContract,
  ...skillsContract,
  ...changeRequestsContract,
  ...approvalsContract,
  ...searchContract,
  ...contributorsContract,
  ...claimsContract,
  ...creditsContract,
  ...billingContract,
  ...modelsContract,
  ...generatorContract,
  ...comparisonContract,
  ...commentsContract,
  ...promptTestsContract,
  ...radarContract,
  ...moderationContract,
  ...healthContract,
  ...contactContract,
  ...siteContract,
  ...referenceContract,
  ...viewsContract,
  ...webhooksContract,
  ...promptStatisticsContract,
  ...captchaContract,
}

export type Contract = typeof contract

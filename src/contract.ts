import { catalogueContract } from '#features/catalogue/contract.ts'
import { contributorsContract } from '#features/contributors/contract.ts'
import { homeContract } from '#features/home/contract.ts'
import { searchContract } from '#features/search/contract.ts'
import { siteContract } from '#features/site/contract.ts'
import { toolsContract } from '#features/tools/contract.ts'

/** The whole REST surface: every endpoint, its input and its answers. The server, the client and OpenAPI are made of it. */
export const contract = {
  ...homeContract,
  ...catalogueContract,
  ...toolsContract,
  ...searchContract,
  ...contributorsContract,
  ...siteContract,
}

export type Contract = typeof contract

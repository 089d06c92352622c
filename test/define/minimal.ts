/** The least that a dataset, a suite and a runner say. */

export const DIGEST = `sha256:${'0'.repeat(64)}`;

export const DATASET = `title = "People"
seed = 5
[sizes.small]
documents = 3
digest = "${DIGEST}"
`;

export const suiteOf = (dataset: string) => `title = "All"
baseline = "node/json"
serializers = ["node/*"]
[[case]]
dataset = "${dataset}"
sizes = ["small"]
tasks = ["serialize"]
`;

/** Its program and its row's file are `main`, beside it. */
export const runnerOf = (runtime: string, id = 'json') => `runtime = "${runtime}"
start = ["{folder}/main"]
[[serializer]]
id = "${id}"
format = "json"
output = "text"
tasks = ["serialize"]
file = "main"
`;

"""The picture of the README and the first page: chapter 9's tree, as its main prints it."""

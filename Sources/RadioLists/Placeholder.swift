// RadioLists
